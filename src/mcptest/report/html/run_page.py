"""The HTML report: a run as one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from mcptest.model.outcome import CaseResult, Status
from mcptest.model.run import Run
from mcptest.report.changes import changes_between
from mcptest.report.html import latency, ledgers, overview, timeline
from mcptest.report.html.case_view import anchor_of, server_key, view_cases
from mcptest.report.html.page import render_page
from mcptest.report.html.parts import Choice, RowGroup
from mcptest.report.html.revisions import revisions_of

_AT_FIRST = {Status.FAILED, Status.ERRORED, Status.WARNED}


def render_run(run: Run) -> str:
    """The whole text of the page."""
    rules = {info.id: info for info in run.rules}
    cases, left_out = view_cases(run.cases, rules)
    kinds, more_kinds = overview.kinds(run, rules)
    changes = changes_between(run.earlier, run) if run.earlier is not None else None
    return render_page(
        "run.html",
        title=f"{overview.heading(run)} · mcptest {run.command}",
        run=run,
        overview=overview,
        ledgers=ledgers,
        latency_columns=latency.COLUMNS,
        timeline_columns=timeline.COLUMNS,
        cases=cases,
        left_out=left_out,
        groups=filter_groups(run.cases),
        kinds=kinds,
        more_kinds=more_kinds,
        changes=changes,
        anchor_of=anchor_of,
        latency=latency.latency_of(run),
        timeline=timeline.timeline_of(run),
        untested=ledgers.untested(run),
        calls=ledgers.call_rows(run),
        revisions=revisions_of(run.compliance),
    )


def filter_groups(cases: Iterable[CaseResult]) -> tuple[RowGroup, ...]:
    """Status and severity always; lane and server where there is a choice."""
    cases = tuple(cases)
    statuses = Counter(case.status for case in cases)
    quiet = not any(status in _AT_FIRST for status in statuses)
    chosen = tuple(
        Choice(status.value, status.value, statuses[status], quiet or status in _AT_FIRST)
        for status in Status
        if statuses[status]
    )
    severities = Counter(
        word
        for case in cases
        for word in ({finding.severity.value for finding in case.findings} or {"none"})
    )
    names = {server_key(case): case.server or "none" for case in cases}
    groups = [
        RowGroup("status", "Status", chosen),
        _menu("severity", "Severity", severities, {"none": "without findings"}),
        _menu("lane", "Section", Counter(case.lane.value for case in cases), {}),
        _menu("server", "Server", Counter(map(server_key, cases)), names),
    ]
    return tuple(group for group in groups if len(group.choices) > 1)


def _menu(key: str, label: str, counts: Counter[str], words: Mapping[str, str]) -> RowGroup:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    choices = tuple(Choice(value, words.get(value, value), count) for value, count in ordered)
    return RowGroup(key, label, choices, menu=True)
