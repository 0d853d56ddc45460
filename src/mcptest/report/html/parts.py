"""The values that the parts of a page are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from mcptest.model.record import record


@record
class Column:
    """A head of a table; ``numeric`` ones are set to the right and sorted by number."""

    title: str
    numeric: bool = False


@record
class Cell:
    """What stands in a table: text or a drawing, and what it is sorted by where that differs."""

    shown: Any
    sort: str | float | None = None
    detail: str = ""  # smaller, below


@record
class TableRow:
    """One line; ``facts`` are what filters look at, several words where several are true."""

    cells: tuple[Cell | str | int | float, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    anchor: str | None = None


@record
class Choice:
    """One value of a filter, how often it occurs, and whether it is chosen at first."""

    value: str
    label: str
    count: int
    on: bool = True


@record
class RowGroup:
    """Choices about one fact; a short list becomes buttons, a long one a menu."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    menu: bool = False


def cell(given: Cell | str | float) -> Cell:
    return given if isinstance(given, Cell) else Cell(given)
