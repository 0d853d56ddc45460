"""Markdown for a pull request or a job summary."""

from __future__ import annotations

import re

from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.run import Run
from mcptest.report.plain import finding_text
from mcptest.report.report import Report
from mcptest.report.words import counts_text, duration_text

_SIGN = {
    Status.PASSED: "✅",
    Status.FAILED: "❌",
    Status.WARNED: "⚠️",
    Status.SKIPPED: "⏭️",
    Status.ERRORED: "💥",
}
_SHOWN = 200


def render(run: Run) -> str:
    parts = [f"## mcptest {_code(run.command)}: {_headline(run)}", ""]
    parts += [*_servers(run), *_grade(run)]
    parts += _table(run)
    for case in run.cases:
        if case.findings and case.status is not Status.PASSED:
            parts += _details(case)
    parts += [f"- {_code(note)}" for note in run.notes]
    return "\n".join(parts).rstrip() + "\n"


def _headline(run: Run) -> str:
    sign = "✅" if run.exit_code == 0 else "❌"
    return f"{sign} {counts_text(run.summary)} in {duration_text(run.duration_ms)}"


def _servers(run: Run) -> list[str]:
    rows = [
        f"- {_code(server.name)}: {_code(server.transport)}, "
        f"protocol {_code(str(server.protocol_version))}"
        for server in run.servers
    ]
    return [*rows, ""] if rows else []


def _grade(run: Run) -> list[str]:
    graded = run.compliance
    if graded is None:
        return []
    lines = [f"- {'✅' if gate.passed else '❌'} {_code(gate.name)}" for gate in graded.gates]
    if graded.grade is not None:
        against = _code(str(graded.spec_version))
        facts = f"score {graded.score:g}, tier {_code(str(graded.tier))}, against {against}"
        lines.append(f"- **Grade {_code(graded.grade)}**: {facts}")
    return [*lines, ""] if lines else []


def _table(run: Run) -> list[str]:
    rows = [
        f"| {_SIGN[case.status]} {case.status} | {_cell(case.id)} "
        f"| {duration_text(case.duration_ms)} |"
        for case in run.cases[:_SHOWN]
    ]
    if len(run.cases) > _SHOWN:
        rows.append(f"| … | {len(run.cases) - _SHOWN} more | |")
    return ["| Verdict | Case | Time |", "|---|---|---|", *rows, ""]


def _details(case: CaseResult) -> list[str]:
    text = "\n\n".join(map(finding_text, case.findings))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return [f"### {_SIGN[case.status]} {_code(case.id)}", "", f"{fence}text", text, fence, ""]


def _cell(text: str) -> str:
    """The same in a table, where a bar would end the cell."""
    return _code(text).replace("|", "\\|")


def _code(text: str) -> str:
    """Nothing from anywhere may become markup, a link, an image or a mention.

    Only code is safe from all of them: mentions are looked for after backslashes are gone.
    """
    flat = one_line(text, limit=300)
    ticks = "`" * (1 + max(map(len, re.findall("`+", flat)), default=0))
    space = " " if not flat.strip() or flat[0] in "` " or flat[-1] in "` " else ""
    return f"{ticks}{space}{flat}{space}{ticks}"


REPORT = Report("markdown", "Markdown for a pull request.", render, extension="md")
