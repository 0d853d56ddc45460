"""An expectation: where to look, and what must be there."""

from __future__ import annotations

from mcptest.match.matcher import Check
from mcptest.match.path import Path
from mcptest.model.location import Location
from mcptest.model.record import record


@record
class Expectation:
    """``target`` is compiled once; ``check`` says what it wants and compares."""

    target: Path
    check: Check
    message: str | None = None
    where: Location | None = None
