"""Render a run as text from Python, in any report format."""

from __future__ import annotations

from mcptest import registry
from mcptest.errors import UsageError
from mcptest.model.run import Run
from mcptest.report.report import FORMATS, Report


def render(run: Run, format: str = "text") -> str:  # noqa: A002 - it is what the command line calls it
    """What ``mcptest run --format`` would print of it.

    Raises: UsageError for a format that there is not.
    """
    report = registry.lookup(FORMATS, format, "REPORT", Report)
    if report is None:
        known = ", ".join(registry.names(FORMATS))
        raise UsageError(
            "unknown-format", f"unknown report format {format!r}", hint=f"known: {known}"
        )
    return report.render(run)
