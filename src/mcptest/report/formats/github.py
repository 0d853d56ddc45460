"""GitHub workflow commands: an annotation on the line of each finding."""

from __future__ import annotations

from mcptest.model.bounds import bounded
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run
from mcptest.report.report import Report
from mcptest.report.words import duration_text, run_counts_text

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}

_TITLE = 200  # an annotation's title may have 255 characters
_MESSAGE = 16_000  # and its message 64 KB


def render(run: Run) -> str:
    lines = [_command(case, finding, run.source) for case in run.cases for finding in case.findings]
    lines.append(f"mcptest: {run_counts_text(run)} in {duration_text(run.duration_ms)}")
    return "\n".join(lines) + "\n"


def _command(case: CaseResult, finding: Finding, source: str | None) -> str:
    properties = {"title": one_line(f"{finding.id}: {case.name}", limit=_TITLE)}
    if finding.where is not None:
        properties |= {
            "file": finding.where.file,
            "line": str(finding.where.line),
            "col": str(finding.where.column),
        }
    elif source is not None:
        properties |= {"file": source, "line": "1"}
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    message = bounded(finding.message + (f"\n{finding.help}" if finding.help else ""), _MESSAGE)
    return f"::{_COMMAND[finding.severity]} {given}::{_data(message)}"


def _data(text: str) -> str:
    """Escaped as the runner demands, so that no server text can begin a command of its own."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORT = Report("github", "Annotations for GitHub Actions.", render, relative=True)
