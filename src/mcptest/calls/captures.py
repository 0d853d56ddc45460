"""Check that steps use only values that an earlier step captured."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.errors import Problem
from mcptest.suite.shape import complain
from mcptest.suite.substitute import REFERENCE
from mcptest.suite.yaml.node import Node


def check_order(steps: Node, problems: list[Problem]) -> None:
    """A problem at each place that uses a value before the step that captures it."""
    later = {name for step in steps for name in _captured(step)}
    for step in steps:
        for key, node in step.items():
            for text, name in _references(node) if key != "capture" else ():
                if name in later:
                    message = f"${{{name}}} is used before a step captures it"
                    hint = "move the step that captures it before this step"
                    complain(problems, "suite-unset-variable", message, text, hint=hint)
        later -= _captured(step)


def _captured(step: Node) -> set[str]:
    capture = step.get("capture")
    return {name for name, _ in capture.items()} if capture else set()


def _references(node: Node) -> Iterator[tuple[Node, str]]:
    if isinstance(node.value, str):
        yield from ((node, found["name"]) for found in REFERENCE.finditer(node.value))
    elif isinstance(node.value, list):
        for item in node.value:
            yield from _references(item)
    elif isinstance(node.value, dict):
        for item in node.value.values():
            yield from _references(item)
