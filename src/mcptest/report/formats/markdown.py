"""Markdown for a pull request or a job summary."""

from __future__ import annotations

import re

from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls
from mcptest.report.changes import changes_between
from mcptest.report.markdown_text import cell, code
from mcptest.report.plain import finding_text
from mcptest.report.report import Report
from mcptest.report.titles import (
    SharedNames,
    case_title,
    ordered_servers,
    server_title,
    shared_names,
)
from mcptest.report.words import (
    count_rejected,
    counts_text,
    duration_text,
    grade_limits,
    next_grade_text,
    revision_text,
    run_counts_text,
    tier_text,
)
from mcptest.report.worst_first import gravity

_SIGN = {
    Status.PASSED: "✅",
    Status.FAILED: "❌",
    Status.WARNED: "⚠️",
    Status.SKIPPED: "⏭️",
    Status.ERRORED: "💥",
}
_QUIET = frozenset({Status.PASSED, Status.SKIPPED})
_OPEN = frozenset(Status) - _QUIET
_SHOWN = 200
_CHANGED = 20
_NOW = " (now {})"
_GROUPS = {
    "❌ new failure": "broken",
    "✅ fixed": "fixed",
    "still failing": "failing",
    "no longer checked": "quiet",
    "changed": "moved",
    "new": "added",
    "gone": "removed",
}


def render(run: Run) -> str:
    parts = [f"## mcptest {code(run.command)}: {_headline(run)}", ""]
    parts += [*_servers(run), *_grade(run), *_valid_calls(run), *_changes(run)]
    told = [case for case in run.cases if case.findings and case.status is not Status.PASSED]
    shared = shared_names(run)
    for case in sorted(told, key=gravity):
        parts += _details(case, shared)
    parts += _table(run, _OPEN)
    parts += _folded(run)
    parts += [f"- {code(note)}" for note in run.notes]
    return "\n".join(parts).rstrip() + "\n"


def _headline(run: Run) -> str:
    sign = "✅" if run.exit_code == 0 else "❌"
    return f"{sign} {run_counts_text(run)} in {duration_text(run.duration_ms)}"


def _servers(run: Run) -> list[str]:
    rows = [
        f"- {code(server_title(server))}: {code(server.transport)}, "
        f"{code(revision_text(server.protocol_version))}"
        for server in ordered_servers(run)
    ]
    return [*rows, ""] if rows else []


def _grade(run: Run) -> list[str]:
    graded = run.compliance
    if graded is None:
        return []
    lines = [f"- {'✅' if gate.passed else '❌'} {code(gate.name)}" for gate in graded.gates]
    if graded.reason is not None:
        lines.append(f"- **No grade**: {code(graded.reason)}")
    if graded.grade is not None:
        against = code(revision_text(graded.spec_version))
        facts = f"score {graded.score:g}, {code(tier_text(graded))}, against {against}"
        lines.append(f"- **Grade {code(graded.grade)}**{grade_limits(graded)}: {facts}")
        if advice := next_grade_text(graded):
            lines.append(f"- Next: {code(advice)}")
    return [*lines, ""] if lines else []


def _valid_calls(run: Run) -> list[str]:
    calls = ValidCalls.of(run.cases)
    return [] if calls is None else [f"- Valid calls: {calls}", ""]


def _changes(run: Run) -> list[str]:
    """What became of each case since the earlier run."""
    if run.earlier is None:
        return []
    found = changes_between(run.earlier, run)
    before, after = found.grades
    lines = [f"**Since {code(found.started)}**", ""]
    if before or after:
        lines.append(f"- grade {code(before or 'none')} → {code(after or 'none')}")
    shared = shared_names(run)
    for title, cases in _GROUPS.items():
        told = _NOW if cases in {"quiet", "moved"} else ""
        lines += [
            f"- {title}: {code(case_title(case, shared))}{told.format(case.status)}"
            for case in getattr(found, cases)[:_CHANGED]
        ]
        if (more := len(getattr(found, cases)) - _CHANGED) > 0:
            lines.append(f"- {title}: {more} more")
    return [*lines, *(["- no test changed"] if found.clean else []), ""]


def _folded(run: Run) -> list[str]:
    """What needs no attention, behind a click."""
    table = _table(run, _QUIET)
    if not table:
        return []
    counts = Summary(passed=run.summary.passed, skipped=run.summary.skipped)
    summary = f"<details><summary>{counts_text(counts, rejected=count_rejected(run))}</summary>"
    return [summary, "", *table, "</details>", ""]


def _table(run: Run, statuses: frozenset[Status]) -> list[str]:
    cases = [case for case in run.cases if case.status in statuses]
    shared = shared_names(run)
    rows = [
        f"| {_SIGN[case.status]} {case.status} | {cell(case_title(case, shared))} "
        f"| {duration_text(case.duration_ms)} |"
        for case in sorted(cases, key=gravity)[:_SHOWN]
    ]
    if len(cases) > _SHOWN:
        rows.append(f"| … | {len(cases) - _SHOWN} more | |")
    return ["| Result | Test | Time |", "|---|---|---|", *rows, ""] if rows else []


def _details(case: CaseResult, shared: SharedNames) -> list[str]:
    text = "\n\n".join(map(finding_text, case.findings))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    title = code(case_title(case, shared))
    return [f"### {_SIGN[case.status]} {title}", "", f"{fence}text", text, fence, ""]


REPORT = Report("markdown", "Markdown for a pull request.", render, extension="md", compares=True)
