"""A fleet run in Markdown, for a pull request or a job summary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcptest.fleet.fleet_run import FleetRun, summary
from mcptest.fleet.report.change import direction, sentence
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.counted import counted
from mcptest.report.markdown_text import cell, code
from mcptest.report.words import duration_text

_SIGN: Final = {
    ServerStatus.PASSED: "✅",
    ServerStatus.UNUSABLE: "⚠️",
    ServerStatus.ERRORED: "💥",
    ServerStatus.NOT_RUN: "⏭️",
}
_ARROW: Final = {"better": "▲ ", "worse": "▼ ", "new": "new", "same": ""}
_COLUMNS: Final = {
    "Server": "---",
    "Status": "---",
    "Grade": "---",
    "Score": "--:",
    "Revision": "---",
    "Tools": "--:",
    "Passed": "--:",
    "Errors": "--:",
    "Warnings": "--:",
    "Security": "---",
    "Change": "---",
    "Time": "--:",
}
_SHOWN: Final = 500
_DETAILS: Final = 100  # a summary of a job on GitHub may have 1 MiB
_FAILURES: Final = 10
_NOTES: Final = 3


def render(run: FleetRun) -> str:
    """A headline, a row for each server, and what failed."""
    counts = ", ".join(f"{n} {word}" for word, n in summary(run.servers).items() if n)
    sign = "❌" if run.exit_code else "✅"
    took = duration_text(run.duration_ms)
    lines = [f"## {sign} Fleet {code(run.fleet)}: {counts or 'no server'}", ""]
    lines += [f"{counted(len(run.servers), 'server')}, {took}, started {code(run.started)}.", ""]
    lines += [_line(_COLUMNS), _line(_COLUMNS.values())]
    lines += map(_row, run.servers[:_SHOWN])
    if len(run.servers) > _SHOWN:
        more = f"{len(run.servers) - _SHOWN} more"
        lines.append(_line([more, *[""] * (len(_COLUMNS) - 1)]))
    details = [section for server in run.servers if (section := _details(server))]
    for section in details[:_DETAILS]:
        lines += section
    if len(details) > _DETAILS:
        lines += ["", f"{len(details) - _DETAILS} more are not shown here."]
    lines += ["", *(f"- {code(note)}" for note in run.notes)]
    return "\n".join(lines).rstrip() + "\n"


def _row(server: ServerResult) -> str:
    passed, ran = server.tests
    cells = (
        cell(server.name),
        f"{_SIGN.get(server.status, '❌')} {server.status.value}",
        (server.grade or "-")
        + (" (incomplete)" if server.grade is not None and server.incomplete else ""),
        "-" if server.score is None else f"{server.score:.1f}",
        cell(server.revision or "-"),
        "-" if server.tools is None else str(server.tools),
        f"{passed}/{ran}",
        str(server.findings.get("error", 0)),
        str(server.findings.get("warning", 0)),
        server.worst_risk,
        f"{_ARROW[direction(server)]}{sentence(server)}",
        duration_text(server.duration_ms),
    )
    return _line(cells)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _details(server: ServerResult) -> list[str]:
    wrong = server.status is not ServerStatus.PASSED and (server.reason or server.failures)
    if not wrong and not server.notes:
        return []
    lines = ["", f"### {_SIGN.get(server.status, '❌')} {code(server.name)}", ""]
    lines += [f"- Note: {code(note)}" for note in server.notes[:_NOTES]]
    gap = [""] if server.notes and wrong else []
    return [*lines, *gap, *_wrong(server)] if wrong else lines


def _wrong(server: ServerResult) -> list[str]:
    lines = [f"{code(server.reason)}", ""] if server.reason else []
    lines += [f"- {code(failure)}" for failure in server.failures[:_FAILURES]]
    more = server.failed_cases - _FAILURES
    return [*lines, f"- {more} more"] if more > 0 else lines
