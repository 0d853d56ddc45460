"""Says where in a rule file the trouble is: the file is read again, this time with places."""

from __future__ import annotations

from pathlib import Path

from mcptest.compliance.read_rule import RuleReadError
from mcptest.compliance.rule_shape import RULE
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.location import Location
from mcptest.suite.shape import Scope
from mcptest.suite.source import Node, load_source


def explain(file: Path, error: Exception, *, hint: str | None = None) -> FileProblemsError:
    """The error of the quick reader as problems with line and column."""
    try:
        root = load_source(file, kind="rule")
    except FileProblemsError as unreadable:
        return unreadable
    problems: list[Problem] = []
    if file.name != "revision.yaml":
        RULE.read(root, problems, Scope())
    if problems:
        return FileProblemsError(problems)
    pointer = error.pointer if isinstance(error, RuleReadError) else ""
    message = error.message if isinstance(error, RuleReadError) else str(error)
    at = f" at {pointer}" if pointer else ""
    return FileProblemsError([Problem("rule-invalid", message + at, _place(root, pointer), hint)])


def _place(root: Node, pointer: str) -> Location:
    """The place of the deepest part of the pointer that is there."""
    node = root
    for step in pointer.split("/")[1:]:
        inner = _child(node, step.replace("~1", "/").replace("~0", "~"))
        if inner is None:
            break
        node = inner
    return node.key_where if node.key_span else node.where


def _child(node: Node, step: str) -> Node | None:
    if isinstance(node.value, list) and step.isdigit() and int(step) < len(node.value):
        return node.value[int(step)]
    return node.get(step)
