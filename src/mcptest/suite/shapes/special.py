"""Shapes with their own meaning: durations, server names, revisions."""

# ruff: noqa: ARG002  (every shape has the same face, needed or not)
from __future__ import annotations

from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion, UnknownSpecVersionError
from mcptest.suite.duration import parse_duration
from mcptest.suite.scope import Invalid, Scope, complain, did_you_mean
from mcptest.suite.shapes.interface import VARIABLE, Shape
from mcptest.suite.shapes.single import as_text, loosened
from mcptest.suite.yaml.node import Node


class Duration(Shape[float]):
    """A time span, read as seconds."""

    label = "a duration such as 250ms, 30s or 2m"

    def __init__(self, *, zero: bool = False) -> None:
        self._zero = zero

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> float | Invalid:
        value = loosened(node)
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            return self.refuse(node, problems)
        try:
            return parse_duration(value, zero=self._zero)
        except (ValueError, OverflowError) as error:
            return complain(problems, "suite-bad-duration", str(error), node)

    def fits(self, node: Node) -> bool:
        return as_text(node) is not None and not isinstance(node.value, bool)

    def json_schema(self) -> JsonObject:
        least = "minimum" if self._zero else "exclusiveMinimum"
        number: JsonObject = {"type": "number", least: 0, "maximum": 86400}
        text: JsonObject = {"type": "string", "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s?(ms|s|m)?\s*$"}
        return {"anyOf": [text, number, VARIABLE]}


class ServerName(Shape[str]):
    """The name of a server that the suite declares."""

    label = "the name of a server"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> str | Invalid:
        name = as_text(node)
        if name is None:
            return self.refuse(node, problems)
        if scope.servers is None or name in scope.servers:
            return name
        message = f'unknown server "{name}"'
        hint = did_you_mean(name, scope.servers)
        return complain(problems, "suite-unknown-server", message, node, hint=hint)

    def fits(self, node: Node) -> bool:
        return as_text(node) is not None

    def json_schema(self) -> JsonObject:
        return {"type": ["string", "number", "boolean"]}


class Revision(Shape[SpecVersion]):
    """A revision of the protocol, with or without its leading ``v``."""

    label = "a revision such as v2025-11-25"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> SpecVersion | Invalid:
        text = as_text(node)
        if text is None:
            return self.refuse(node, problems)
        try:
            return SpecVersion.parse(text)
        except UnknownSpecVersionError as error:
            hint = did_you_mean(text, error.known)
            return complain(problems, "suite-unknown-spec-version", str(error), node, hint=hint)

    def fits(self, node: Node) -> bool:
        return as_text(node) is not None

    def json_schema(self) -> JsonObject:
        names = [version.value for version in SpecVersion]
        bare = [name.removeprefix("v") for name in names if name.startswith("v")]
        return {"enum": [*names, *bare]}
