"""The interface of every shape: read a node, say what it accepts, document itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.suite.scope import Invalid, Scope, complain, describe
from mcptest.suite.yaml.node import Node

T_co = TypeVar("T_co", covariant=True)

# A value may be written as a variable wherever it is not text anyway.
VARIABLE: JsonObject = {"type": "string", "pattern": r"^\$\{[^}]+\}$"}


def inner_name(shape: Shape[object]) -> str:
    """How a shape is called inside another: by its own name where it has one."""
    return str(getattr(shape, "name", shape.label))


class Shape(ABC, Generic[T_co]):
    """What may stand somewhere; ``label`` names it in messages and tables."""

    label: str

    @abstractmethod
    def read(self, node: Node, problems: list[Problem], scope: Scope) -> T_co | Invalid:
        """The value, or INVALID with at least one problem noted."""

    @abstractmethod
    def fits(self, node: Node) -> bool:
        """Whether the node is of this kind at all; a choice of shapes goes by it."""

    @abstractmethod
    def json_schema(self) -> JsonObject:
        """The same as JSON Schema, for editors."""

    def refuse(self, node: Node, problems: list[Problem], *, hint: str | None = None) -> Invalid:
        """Note that something else was needed here."""
        message = f"expected {self.label}, got {describe(node)}"
        return complain(problems, "suite-wrong-type", message, node, hint=hint)
