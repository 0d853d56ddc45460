"""One revision's folder: ``revision.yaml`` and a file for each rule it added or changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mcptest.compliance.plain_yaml import PlainYamlError, parse_plain
from mcptest.compliance.read_rule import RULE_ID, RuleReadError, read_rule
from mcptest.compliance.rule import Rule
from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion, UnknownSpecVersionError
from mcptest.reading import MIB, CannotReadError, read_whole


@record
class Folder:
    """A revision relative to the one before it."""

    version: SpecVersion
    path: Path
    extends: SpecVersion | None
    removes: tuple[str, ...]
    rules: Mapping[str, Rule]


def read_folder(version: SpecVersion, path: Path) -> Folder:
    """Read a folder whole; every broken file is named.

    Raises: FileProblemsError.
    """
    if not path.is_dir():
        text = f"there is no corpus folder for {version.value}"
        hint = "point --registry at the folder that holds the revision folders"
        raise FileProblemsError([Problem("corpus-missing", text, Location(str(path), 1, 1), hint)])
    extends, removes = _revision(path / "revision.yaml")
    rules: dict[str, Rule] = {}
    problems: list[Problem] = []
    for file in sorted(path.glob("*.yaml")):
        if file.name == "revision.yaml":
            continue
        try:
            rules[file.stem] = _rule(file, version)
        except FileProblemsError as error:
            problems.extend(error.problems)
    if problems:
        raise FileProblemsError(problems)
    return Folder(version, path, extends, removes, rules)


def _text(file: Path) -> str:
    """What cannot be read is read again by the suite's reader, which says why."""
    try:
        return read_whole(file, limit=MIB).decode("utf-8")
    except CannotReadError as error:
        raise PlainYamlError(error.reason) from error


def _rule(file: Path, version: SpecVersion) -> Rule:
    try:
        rule = read_rule(parse_plain(_text(file)), revision=version, file=str(file))
    except (OSError, UnicodeDecodeError, PlainYamlError, RuleReadError) as error:
        raise _explained(file, error) from error
    if rule.id != file.stem:
        text = f"the file is called {file.name}, the rule in it {rule.id}"
        hint = "a rule stands in the file of its name, so that no id is used twice"
        raise _explained(file, RuleReadError("/id", text), hint=hint)
    return rule


def _revision(file: Path) -> tuple[SpecVersion | None, tuple[str, ...]]:
    if not file.exists():
        return None, ()
    try:
        return _read_revision(parse_plain(_text(file)))
    except (OSError, UnicodeDecodeError, PlainYamlError, RuleReadError) as error:
        raise _explained(file, error) from error


def _read_revision(plain: Json) -> tuple[SpecVersion | None, tuple[str, ...]]:
    if not isinstance(plain, dict):
        raise RuleReadError("", "an object with extends, removes and notes is expected")
    for key in plain:
        if key not in {"extends", "removes", "notes"}:
            raise RuleReadError(f"/{key}", "there is no such key")
    return _extends(plain.get("extends")), _removes(plain.get("removes", []))


def _extends(plain: Json) -> SpecVersion | None:
    if plain is None:
        return None
    try:
        return SpecVersion.parse(str(plain))
    except UnknownSpecVersionError as error:
        raise RuleReadError("/extends", str(error)) from error


def _removes(plain: Json) -> tuple[str, ...]:
    if not isinstance(plain, list):
        raise RuleReadError("/removes", "a list of rule ids is expected")
    for index, item in enumerate(plain):
        if not isinstance(item, str) or not RULE_ID.match(item):
            raise RuleReadError(f"/removes/{index}", "a rule id is expected")
    return tuple(str(item) for item in plain)


def _explained(file: Path, error: Exception, *, hint: str | None = None) -> FileProblemsError:
    from mcptest.compliance.places import explain

    return explain(file, error, hint=hint)
