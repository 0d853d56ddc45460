"""One self-contained HTML page: it loads nothing, and can be read without scripts."""

from __future__ import annotations

from mcptest.model.run import Run
from mcptest.report.report import Report


def render(run: Run) -> str:
    from mcptest.report.html.run_page import render_run

    return render_run(run)


REPORT = Report(
    "html",
    "One self-contained page with everything in it.",
    render,
    extension="html",
    needs_rules=True,
    compares=True,
)
