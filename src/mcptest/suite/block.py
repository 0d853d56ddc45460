"""A block of a suite, declared by the room that owns it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from mcptest.model.record import record

if TYPE_CHECKING:
    from mcptest.model.outcome import Lane
    from mcptest.model.rule_info import RuleInfo
    from mcptest.suite.entry import ToolEntry
    from mcptest.suite.load import Suite
    from mcptest.suite.shape import CrossCheck, Shape
    from mcptest.suite.yaml.node import Node

V = TypeVar("V")
C = TypeVar("C")


def _no_rules() -> Iterable[RuleInfo]:
    return ()


@record(kw_only=True)
class Block(Generic[V, C]):
    """One constant a feature room's ``block.py`` ends in; ``plan.blocks`` has the row for it.

    ``shape`` reads the block, writes its JSON Schema and its part of the reference page, and
    ``cases`` makes tests of what was read.
    """

    key: str
    doc: str
    lane: Lane  # what its cases go by in reports
    shape: Shape[V]
    cases: Callable[[V, Suite], list[C]]
    defaults: tuple[str, ...] = ()  # which of ``defaults:`` its entries take; none without entries
    entries: str | None = None  # where its entries are, if it can be an object with more
    targets: Mapping[str, str] = field(default_factory=dict)  # what its ``expect`` can name
    rules: Callable[[], Iterable[RuleInfo]] = _no_rules  # the texts of what it can find
    around: Callable[[V, list[C]], list[C]] | None = None  # what it adds to all cases
    late: bool = False  # its texts can name what ``setup`` and ``before_each`` capture
    large: bool = False  # it can have thousands of entries, which are let go once they are cases
    preview: bool = False

    def entries_of(self, node: Node) -> Node | None:
        """The list of entries in what was written; None where there is none."""
        if isinstance(node.value, list):
            return node
        return node.get(self.entries) if self.entries is not None else None


@record(kw_only=True)
class Nested(Generic[V, C]):
    """A block inside a tool test: the test then belongs to the room that owns the block."""

    key: str
    doc: str
    lane: Lane
    shape: Shape[V]
    cases: Callable[[ToolEntry, V, Suite], list[C]]
    targets: Mapping[str, str] = field(default_factory=dict)
    fills: bool = False  # it fills in captured values by itself, since it captures more
    check: CrossCheck | None = None  # looks across the keys of the test that it is in
    preview: bool = True


AnyBlock: TypeAlias = Block[Any, Any]
BlockTable: TypeAlias = Mapping[str, Callable[[], AnyBlock]]  # each asked for when it is used
