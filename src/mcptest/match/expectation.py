"""An expectation: where to look, and what must be there."""

from __future__ import annotations

from dataclasses import dataclass

from mcptest.match.matcher import Check
from mcptest.match.path import Path
from mcptest.model.location import Location


@dataclass(frozen=True, slots=True)
class Expectation:
    """``target`` is compiled once; ``check`` says what it wants and compares."""

    target: Path
    check: Check
    message: str | None = None
    where: Location | None = None
