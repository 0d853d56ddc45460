"""Resolve variables, and replace every ``${…}`` in the nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from mcptest.errors import FileProblemsError, Problem, unknown_key
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.secret_names import holds_a_secret
from mcptest.suite.scope import did_you_mean
from mcptest.suite.substitute import REFERENCE, as_text, replace_references, whole_reference
from mcptest.suite.yaml.node import Node, pack, unpack

CONFIG_DIR: Final = "CONFIG_DIR"
MAX_FILLED: Final = 8 * 1024 * 1024  # characters that stand for references, over a whole suite
MAX_FILLED_VALUES: Final = 100_000  # as many as aliases may unfold to
_ENV: Final = "env."
_NOTHING_LATER: Final[frozenset[str]] = frozenset()


@record(frozen=False)
class Variables:
    """The table of a suite; ``secrets`` fills with what the environment gave under such names."""

    env: Mapping[str, str]
    values: dict[str, Json] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    filled: int = 0
    filled_values: int = 0

    def spend(self, node: Node, characters: int, values: int = 0) -> None:
        """Count what references became; a few lines could otherwise fill the memory.

        Raises: FileProblemsError.
        """
        self.filled += characters
        self.filled_values += values
        if self.filled > MAX_FILLED or self.filled_values > MAX_FILLED_VALUES:
            message = (
                f"the variables of this suite expand to more than {MAX_FILLED:,} characters "
                f"or more than {MAX_FILLED_VALUES:,} values"
            )
            hint = "do not nest long variables in other variables"
            raise FileProblemsError([Problem("suite-variable-bomb", message, node.where, hint)])

    def from_env(self, name: str) -> MaybeJson:
        """What the environment holds; kept as a secret where the name says so."""
        value = self.env.get(name)
        if value is None:
            return MISSING
        if holds_a_secret(name, value):
            self.secrets.add(value)
        return value

    def look_up(self, name: str, node: Node) -> MaybeJson:
        if name == CONFIG_DIR:
            return node.source.folder
        if name.startswith(_ENV):
            return self.from_env(name.removeprefix(_ENV))
        return self.values.get(name, MISSING)


@record
class Filler:
    """Replaces references in nodes; what has no value is a problem at its place."""

    table: Variables
    problems: list[Problem]

    def fill(
        self, node: Node, later: frozenset[str] = _NOTHING_LATER, *, twice: bool = False
    ) -> Node:
        """The node with references replaced.

        ``later`` are names that a step captures; ``twice`` keeps the result fit for a second
        filling, so that text from a variable is not taken for a reference then.
        """
        value = node.value
        if isinstance(value, str):
            return self._text(node, value, later, twice=twice) if "${" in value else node
        if isinstance(value, list):
            items = [self.fill(item, later, twice=twice) for item in value]
            return node if _same(items, value) else replace(node, value=items)
        if isinstance(value, dict):
            captured = _captured(node)
            if captured is not None:
                later, twice = later | captured, True
            members = {key: self.fill(item, later, twice=twice) for key, item in value.items()}
            return node if _same(members.values(), value.values()) else replace(node, value=members)
        return node

    def _text(self, node: Node, text: str, later: frozenset[str], *, twice: bool) -> Node:
        name = whole_reference(text)
        if name is not None:
            return node if name in later else self._whole(node, name, twice=twice)

        def value_of(name: str) -> str:
            if name in later:
                return f"${{{name}}}"
            value = self._value(name, node)
            if value is MISSING:
                return f"${{{name}}}"
            found = as_text(value)
            self.table.spend(node, len(found))
            return found.replace("${", "$${") if twice else found

        filled = replace_references(text, value_of, escape="$${" if twice else "${")
        return node.with_value(filled, loose=True)

    def _whole(self, node: Node, name: str, *, twice: bool) -> Node:
        value = self._value(name, node)
        if value is MISSING:
            return node
        if isinstance(value, list | dict):
            self.table.spend(node, 0, _count(value))
            made = Node.of(_escaped(value) if twice else value, source=node.source, span=node.span)
            return replace(made, key_span=node.key_span)
        inner = _escaped(value) if twice else value
        assert not isinstance(inner, list | dict)
        return node.with_value(inner, loose=True)

    def _value(self, name: str, node: Node) -> MaybeJson:
        value = self.table.look_up(name, node)
        if value is MISSING and name not in self.table.broken:
            self.problems.append(_unset(name, node, self.table))
        return value


def define(nodes: Mapping[str, Node], table: Variables, problems: list[Problem]) -> None:
    """Read ``variables:`` into the table; they may refer to each other, not in a circle."""
    waiting = {name: _refers_to(node) & nodes.keys() for name, node in nodes.items()}
    readers: dict[str, list[str]] = {name: [] for name in nodes}
    for name, needs in waiting.items():
        for needed in needs:
            readers[needed].append(name)
    ready = [name for name, needs in waiting.items() if not needs]
    for name in ready:  # which grows on the way
        del waiting[name]
        value = _definition(nodes[name], table, problems)
        if value is MISSING:
            table.broken.add(name)
        else:
            table.values[name] = value
        for reader in readers[name]:
            waiting[reader].discard(name)
            if not waiting[reader]:
                ready.append(reader)
    _report_circle({name: nodes[name] for name in waiting}, table, problems)


def _definition(node: Node, table: Variables, problems: list[Problem]) -> MaybeJson:
    filled = Filler(table, problems).fill(node)
    members = filled.value
    if not isinstance(members, dict) or "from_env" not in members:
        return filled.plain()
    for key in members.keys() - {"from_env", "default"}:
        message, hint = unknown_key(key, "this variable", ("from_env", "default"))
        problems.append(Problem("suite-unknown-key", message, members[key].key_where, hint))
    name = members["from_env"].plain()
    if not isinstance(name, str) or not name:
        message = "from_env must be the name of an environment variable"
        problems.append(Problem("suite-wrong-type", message, members["from_env"].where))
        return MISSING
    value = table.from_env(name)
    if value is MISSING and "default" in members:
        return members["default"].plain()
    if value is MISSING:
        problems.append(_unset(f"{_ENV}{name}", members["from_env"], table))
    return value


def _report_circle(waiting: Mapping[str, Node], table: Variables, problems: list[Problem]) -> None:
    for name, node in waiting.items():
        table.broken.add(name)
        message = f'the variable "{name}" refers to itself through other variables'
        problems.append(Problem("suite-variable-cycle", message, node.key_where))


def _refers_to(node: Node) -> set[str]:
    if isinstance(node.value, str):
        return {found["name"] for found in REFERENCE.finditer(node.value) if found["name"]}
    inner = list(node) or [item for _, item in node.items()]
    return set().union(*map(_refers_to, inner)) if inner else set()


def _captured(node: Node) -> frozenset[str] | None:
    """The names that the steps of a test capture; None where it has no steps."""
    resilience = node.get("resilience")
    lists = (node.get("steps"), node.get("relations"), resilience and resilience.get("before"))
    found = [steps for steps in lists if steps is not None]
    if not found:
        return None
    captures = (step.get("capture") for steps in found for step in steps)
    return frozenset(name for capture in captures if capture for name, _ in capture.items())


def _count(value: Json) -> int:
    """The value itself and all that is in it."""
    if isinstance(value, list | dict):
        return 1 + sum(map(_count, value.values() if isinstance(value, dict) else value))
    return 1


def _escaped(value: Json) -> Json:
    if isinstance(value, str):
        return value.replace("${", "$${")
    if isinstance(value, list):
        return [_escaped(item) for item in value]
    if isinstance(value, dict):
        return {key: _escaped(item) for key, item in value.items()}
    return value


def _same(new: object, old: object) -> bool:
    """Whether nothing changed: the very same nodes."""
    return all(a is b for a, b in zip(new, old, strict=True))  # type: ignore[call-overload]


def _unset(name: str, node: Node, table: Variables) -> Problem:
    if name.startswith(_ENV):
        variable = name.removeprefix(_ENV)
        message = f"the environment variable {variable} is not set"
        hint = f"set it, or use variables: {{x: {{from_env: {variable}, default: …}}}}"
    else:
        message = f'unknown variable "{name}"'
        hint = f"{_meant(name, table)} (write $${{ for a literal ${{)"
    return Problem("suite-unset-variable", message, _place(name, node), hint)


def _meant(name: str, table: Variables) -> str:
    """The environment is asked by another name, which is easily forgotten."""
    near = did_you_mean(name, table.values)
    of_the_environment = name in table.env or name.isupper()
    if of_the_environment and not near.startswith("did you mean"):
        return f"did you mean ${{{_ENV}{name}}}?"
    return near


def _place(name: str, node: Node) -> Location:
    """The reference itself where it stands on the node's own line."""
    written = f"${{{name}}}"
    place = unpack(node.span)
    column = node.source.line(place.line).find(written, place.column)
    if column < 0:
        return node.where
    return node.source.locate(pack(place.line, column, len(written)))
