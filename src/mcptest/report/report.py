"""A report format: its name, and how a run becomes its text."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.model.events import Event
from mcptest.model.record import record
from mcptest.model.run import Run

FORMATS = "mcptest.report.formats"


@record
class Report:
    """``render`` makes the whole text; ``line`` where a report can be written as it goes."""

    name: str
    summary: str
    render: Callable[[Run], str]
    line: Callable[[Event], str | None] | None = None
    extension: str = "txt"
    needs_rules: bool = False  # whether ``Run.rules`` must be filled in
    relative: bool = False  # whether paths are relative to the repository, and ``Run.source`` set
    compares: bool = False  # whether it tells what changed since ``Run.earlier``
