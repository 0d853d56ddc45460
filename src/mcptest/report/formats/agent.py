"""For a coding agent: the verdict first, then each failure with what reproduces it."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding
from mcptest.model.json import MISSING
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls
from mcptest.report.plain import exchange_pairs, reproduce_lines, shown
from mcptest.report.report import Report
from mcptest.report.words import run_counts_text
from mcptest.report.worst_first import gravity

_BAD = {Status.FAILED, Status.ERRORED}
_SHOWN = 3  # findings a case; more would bury the first
_FEW = 20  # skipped cases that are listed one by one


def render(run: Run) -> str:
    lines = [f"VERDICT {_verdict(run)} exit={int(run.exit_code)} ({run_counts_text(run)})"]
    if run.compliance is not None and run.compliance.grade is not None:
        lines.append(f"GRADE {run.compliance.grade} {run.compliance.spec_version}")
    if run.compliance is not None and run.compliance.reason is not None:
        lines.append(f"NO GRADE {one_line(run.compliance.reason, limit=300)}")
    calls = ValidCalls.of(run.cases)
    if calls is not None:
        lines.append(f"VALID CALLS {calls}")
    bad = [case for case in run.cases if case.status in _BAD]
    for case in sorted(bad, key=gravity):
        lines += _case(run, case)
    return "\n".join([*lines, *_skipped(run)]) + "\n"


def _skipped(run: Run) -> Iterator[str]:
    """One by one where there are few; hundreds of rules for another transport help nobody."""
    skipped = [case for case in run.cases if case.skip is not None]
    if len(skipped) <= _FEW:
        yield from (f"SKIP {one_line(c.id)}: {c.skip.reason}" for c in skipped if c.skip)
        return
    for reason, count in Counter(c.skip.reason for c in skipped if c.skip).most_common():
        yield f"SKIP {counted(count, 'test')}: {reason}"


def _verdict(run: Run) -> str:
    if run.interrupted:
        return "INTERRUPTED"
    return "PASS" if run.exit_code == 0 else "FAIL"


def _case(run: Run, case: CaseResult) -> list[str]:
    lines = [f"FAIL {one_line(case.id)}"]
    for finding in case.findings[:_SHOWN]:
        lines += _finding(finding)
    if run.command == "run":
        file = next((f.where.file for f in case.findings if f.where), "SUITE")
        wanted = shlex.quote(one_line(case.name))
        lines.append(f"  repro: mcptest run {shlex.quote(visible(file))} --filter {wanted}")
    return lines


def _finding(finding: Finding) -> list[str]:
    place = f" at {visible(str(finding.where))}" if finding.where else ""
    lines = [f"  assert: [{finding.id}] {one_line(finding.message, limit=300)}{place}"]
    if finding.expected is not MISSING:
        lines.append(f"  expected: {shown(finding.expected, limit=200)}")
        lines.append(f"  actual: {shown(finding.actual, limit=200)}")
    for name, value in exchange_pairs(finding):
        if value is not MISSING:
            lines.append(f"  {name}: {shown(value, limit=200)}")
    lines += reproduce_lines(finding)
    if finding.sdk:
        lines.append(f"  sdk: {one_line(finding.sdk, limit=300)}")
    if finding.help:
        lines.append(f"  fix: {one_line(finding.help, limit=200)}")
    if finding.code:
        lines += ["  code:", *(f"    {visible(line)}" for line in finding.code.splitlines())]
    return lines


REPORT = Report("agent", "Short, verdict first, for a coding agent.", render)
