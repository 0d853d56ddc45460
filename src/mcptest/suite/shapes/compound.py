"""Shapes made of shapes: lists, maps, choices."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
from mcptest.suite.scope import INVALID, Invalid, Scope, complain
from mcptest.suite.shapes.interface import Shape, inner_name
from mcptest.suite.yaml.node import Node

T = TypeVar("T")


class ListOf(Shape[tuple[T, ...]]):
    """A list of one shape."""

    def __init__(self, item: Shape[T], *, least: int = 0) -> None:
        self._item = item
        self._least = least
        self.label = f"a list ({inner_name(item)})"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> tuple[T, ...] | Invalid:
        if not isinstance(node.value, list):
            alone = self._item.fits(node) and self._item.read(node, [], scope) is not INVALID
            hint = "put brackets around it: [ … ]" if alone else None
            return self.refuse(node, problems, hint=hint)
        if len(node.value) < self._least:
            message = f"this list must have at least {self._least} "
            return complain(problems, "suite-bad-value", message + _entries(self._least), node)
        before, read = len(problems), self._item.read
        items = [read(item, problems, scope) for item in node.value]
        return INVALID if len(problems) > before else cast("tuple[T, ...]", tuple(items))

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, list)

    def json_schema(self) -> JsonObject:
        schema: JsonObject = {"type": "array", "items": self._item.json_schema()}
        if self._least:
            schema["minItems"] = self._least
        return schema


class MapOf(Shape[dict[str, T]]):
    """An object with free keys and values of one shape."""

    def __init__(self, value: Shape[T], *, least: int = 0) -> None:
        self._value = value
        self._least = least
        inner = inner_name(value)
        self.label = "an object" if inner == "any value" else f"an object ({inner} by name)"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> dict[str, T] | Invalid:
        if not isinstance(node.value, dict):
            return self.refuse(node, problems)
        if len(node.value) < self._least:
            message = f"this object must have at least {self._least} "
            return complain(problems, "suite-bad-value", message + _entries(self._least), node)
        before, read = len(problems), self._value.read
        members = {key: read(item, problems, scope) for key, item in node.value.items()}
        return INVALID if len(problems) > before else cast("dict[str, T]", members)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, dict)

    def json_schema(self) -> JsonObject:
        schema: JsonObject = {"type": "object", "additionalProperties": self._value.json_schema()}
        if self._least:
            schema["minProperties"] = self._least
        return schema


class Either(Shape[Any]):
    """The first shape that takes the node; else the problems of the first of its kind."""

    def __init__(self, *shapes: Shape[Any], label: str | None = None) -> None:
        self._shapes = shapes
        self.label = label or " or ".join(shape.label for shape in shapes)

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Any:
        first: list[Problem] | None = None
        for shape in self._shapes:
            if not shape.fits(node):
                continue
            trial: list[Problem] = []
            value = shape.read(node, trial, scope)
            if not trial:
                return value
            first = first or trial
        if first is None:
            return self.refuse(node, problems)
        problems.extend(first)
        return INVALID

    def fits(self, node: Node) -> bool:
        return any(shape.fits(node) for shape in self._shapes)

    def json_schema(self) -> JsonObject:
        choices: list[Json] = [shape.json_schema() for shape in self._shapes]
        return {"anyOf": choices}


def _entries(count: int) -> str:
    return "entry" if count == 1 else "entries"
