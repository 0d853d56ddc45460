"""A block of a suite: the shape of its YAML, and how it becomes cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from mcptest.model.record import record

if TYPE_CHECKING:
    from mcptest.suite.entry import ToolEntry
    from mcptest.suite.load import Suite
    from mcptest.suite.shape import Shape

V = TypeVar("V")
C = TypeVar("C")


@record
class Block(Generic[V, C]):
    """One constant a feature room's ``block.py`` ends in; ``plan`` has the row that names it."""

    key: str
    doc: str
    shape: Shape[V]
    cases: Callable[[V, Suite], list[C]]
    preview: bool = False


@record
class Nested(Generic[V, C]):
    """A block inside a tool test: the test then belongs to the room that owns the block."""

    key: str
    doc: str
    shape: Shape[V]
    cases: Callable[[ToolEntry, V, Suite], list[C]]
    preview: bool = True
