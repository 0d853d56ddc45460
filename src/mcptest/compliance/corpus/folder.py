"""One revision's folder: ``revision.yaml`` and a file for each rule it added or changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from mcptest.compliance.corpus.make_rule import make_rule
from mcptest.compliance.corpus.rule import Rule
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

if TYPE_CHECKING:
    from mcptest.suite.shape import Object
    from mcptest.suite.yaml.node import Node

REVISION_FILE = "revision.yaml"


class FolderData(TypedDict):
    """What the files of a folder say, checked, as data that JSON can hold."""

    extends: str | None
    removes: list[str]
    rules: dict[str, JsonObject]


@record
class Folder:
    """A revision relative to the one before it."""

    version: SpecVersion
    path: Path
    extends: SpecVersion | None
    removes: tuple[str, ...]
    rules: Mapping[str, Rule]


def make_folder(version: SpecVersion, path: Path, data: FolderData) -> Folder:
    """Build the rules of a folder from what its files say."""
    extends = data["extends"]
    rules = {
        rule_id: make_rule(plain, revision=version, file=str(path / f"{rule_id}.yaml"))
        for rule_id, plain in data["rules"].items()
    }
    revision = None if extends is None else SpecVersion.parse(extends)
    return Folder(version, path, revision, tuple(data["removes"]), rules)


def read_folder(version: SpecVersion, path: Path) -> FolderData:
    """Read a folder whole; every broken file is named.

    Raises: FileProblemsError.
    """
    if not path.is_dir():
        text = f"there is no corpus folder for {version.value}"
        hint = "point --registry at the folder that holds the revision folders"
        raise FileProblemsError([Problem("corpus-missing", text, Location(str(path), 1, 1), hint)])
    data = _read_revision(path / REVISION_FILE)
    problems: list[Problem] = []
    for file in sorted(path.glob("*.yaml")):
        if file.name == REVISION_FILE:
            continue
        try:
            data["rules"][file.stem] = _read_rule(file)
        except FileProblemsError as error:
            problems.extend(error.problems)
    if problems:
        raise FileProblemsError(problems)
    return data


def _read_revision(file: Path) -> FolderData:
    from mcptest.compliance.corpus.rule_shape import REVISION

    members: dict[str, Any] = {}
    if file.exists():
        members = _checked(file, REVISION)[1]
    extends = members.get("extends")
    removes = list(members.get("removes", ()))
    return {"extends": extends.value if extends else None, "removes": removes, "rules": {}}


def _read_rule(file: Path) -> JsonObject:
    from mcptest.compliance.corpus.rule_shape import INVALID_RULE, RULE

    node, members = _checked(file, RULE)
    if members["id"] != file.stem:
        text = f"the file is called {file.name}, the rule in it {members['id']}"
        hint = "a rule stands in the file of its name, so that no id is used twice"
        raise FileProblemsError([Problem(INVALID_RULE, text, (node.get("id") or node).where, hint)])
    plain = node.plain()
    assert isinstance(plain, dict)
    return plain


def _checked(file: Path, shape: Object[Any]) -> tuple[Node, dict[str, Any]]:
    """The file as written, and its members as read."""
    from mcptest.suite.shape import Invalid, Scope
    from mcptest.suite.yaml.source import load_source

    node = load_source(file, kind="rule")
    problems: list[Problem] = []
    members = shape.read(node, problems, Scope())
    if isinstance(members, Invalid):
        raise FileProblemsError(problems)
    return node, members
