"""Shapes of single values: text, numbers, flags, words."""

# ruff: noqa: ARG002  (every shape has the same face, needed or not)
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any as Value

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
from mcptest.suite.scope import Invalid, Scope, complain, describe, did_you_mean
from mcptest.suite.shapes.interface import VARIABLE, Shape
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.scalar import NumberError, read_plain


class Text(Shape[str]):
    """Text; a number or boolean is taken as it was written, so ``1.10`` keeps its zero."""

    def __init__(
        self,
        *,
        label: str = "text",
        empty: bool = False,
        null: bool = False,
        check: Callable[[str], str | None] | None = None,
        code: str = "suite-bad-value",
    ) -> None:
        self.label = label
        self._empty = empty
        self._null = null
        self._check = check
        self._code = code

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> str | Invalid:
        text = as_text(node, null=self._null)
        if text is None:
            return self.refuse(node, problems)
        if not text and not self._empty:
            return complain(problems, self._code, f"{self.label} must not be empty", node)
        wrong = self._check(text) if self._check else None
        return complain(problems, self._code, wrong, node) if wrong else text

    def fits(self, node: Node) -> bool:
        return as_text(node, null=self._null) is not None

    def json_schema(self) -> JsonObject:
        types: list[Json] = ["string", "number", "boolean"]
        return {"type": [*types, "null"] if self._null else types}


class Integer(Shape[int]):
    """A whole number within bounds."""

    label = "an integer"

    def __init__(self, *, minimum: int | None = None, maximum: int | None = None) -> None:
        self._minimum = minimum
        self._maximum = maximum

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> int | Invalid:
        value = loosened(node)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return self.refuse(node, problems)
        wrong = _outside(value, self._minimum, self._maximum)
        return complain(problems, "suite-bad-value", wrong, node) if wrong else value

    def fits(self, node: Node) -> bool:
        value = loosened(node)
        return isinstance(value, int | float) and not isinstance(value, bool)

    def json_schema(self) -> JsonObject:
        return {"anyOf": [_bounded("integer", self._minimum, self._maximum), VARIABLE]}


class Number(Shape[float]):
    """Any number within bounds."""

    label = "a number"

    def __init__(self, *, minimum: float | None = None, maximum: float | None = None) -> None:
        self._minimum = minimum
        self._maximum = maximum

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> float | Invalid:
        value = loosened(node)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self.refuse(node, problems)
        wrong = _outside(value, self._minimum, self._maximum)
        return complain(problems, "suite-bad-value", wrong, node) if wrong else value

    def fits(self, node: Node) -> bool:
        value = loosened(node)
        return isinstance(value, int | float) and not isinstance(value, bool)

    def json_schema(self) -> JsonObject:
        return {"anyOf": [_bounded("number", self._minimum, self._maximum), VARIABLE]}


class Flag(Shape[bool]):
    """``true`` or ``false``; yes and no are text in YAML 1.2."""

    label = "true or false"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> bool | Invalid:
        value = loosened(node)
        if isinstance(value, bool):
            return value
        words = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        meant = words.get(value.casefold()) if isinstance(value, str) else None
        if meant:
            message = f"expected {self.label}, got {describe(node)}"
            hint = f"YAML 1.2 spells it {meant}"
            return complain(problems, "suite-wrong-type", message, node, hint=hint)
        return self.refuse(node, problems)

    def fits(self, node: Node) -> bool:
        return isinstance(loosened(node), bool)

    def json_schema(self) -> JsonObject:
        return {"anyOf": [{"type": "boolean"}, VARIABLE]}


class Any(Shape[Json]):
    """Any value, given on as plain JSON."""

    label = "any value"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Json:
        return node.plain()

    def fits(self, node: Node) -> bool:
        return True

    def json_schema(self) -> JsonObject:
        return {}


class Raw(Shape[Node]):
    """Any value, given on as the node, for a reader that comes later and knows the ``schema``."""

    label = "any value"

    def __init__(self, schema: JsonObject | Callable[[], JsonObject] = dict) -> None:
        self._schema = schema

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> Node:
        return node

    def fits(self, node: Node) -> bool:
        return True

    def json_schema(self) -> JsonObject:
        return self._schema() if callable(self._schema) else self._schema


class OneOf(Shape[str]):
    """One of a few words."""

    def __init__(
        self, *words: str, label: str | None = None, code: str = "suite-bad-value"
    ) -> None:
        self.words = words
        self.label = label or f"one of {', '.join(words)}"
        self._code = code

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> str | Invalid:
        text = as_text(node)
        if text is None:
            return self.refuse(node, problems)
        if text in self.words:
            return text
        message = f'expected {self.label}, got "{text}"'
        return complain(problems, self._code, message, node, hint=did_you_mean(text, self.words))

    def fits(self, node: Node) -> bool:
        return as_text(node) is not None

    def json_schema(self) -> JsonObject:
        return {"enum": list(self.words)}


def as_text(node: Node, *, null: bool = False) -> str | None:
    """A scalar as it was written; None for anything else."""
    value = node.value
    if isinstance(value, str):
        return value
    if isinstance(value, list | dict) or (value is None and not null):
        return None
    if node.text is not None:
        return node.text
    return "" if value is None else json.dumps(value)


def loosened(node: Node) -> Value:
    """The value; text that a variable stood for is read once more as a plain scalar."""
    if node.loose and isinstance(node.value, str):
        try:
            return read_plain(node.value.strip())
        except NumberError:
            return node.value
    return node.value


def _outside(value: float, minimum: float | None, maximum: float | None) -> str | None:
    if minimum is not None and value < minimum:
        return f"{value} is too small; the minimum is {minimum}"
    if maximum is not None and value > maximum:
        return f"{value} is too large; the maximum is {maximum}"
    return None


def _bounded(kind: str, minimum: float | None, maximum: float | None) -> JsonObject:
    schema: JsonObject = {"type": kind}
    if minimum is not None:
        schema["minimum"] = minimum
    if maximum is not None:
        schema["maximum"] = maximum
    return schema
