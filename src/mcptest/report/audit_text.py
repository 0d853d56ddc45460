"""Render an audit on one screen: the grade, the worst findings, what was not tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Severity
from mcptest.model.outcome import CaseResult, Lane, Summary
from mcptest.model.run import Run, ServerFacts
from mcptest.model.spec_version import NEWEST_HANDSHAKE
from mcptest.model.valid_calls import NONE_SUCCEEDED, TARGET, CallOutcome, is_rejected
from mcptest.report.audit_findings import rejected_calls, worst_findings
from mcptest.report.changes_text import changes_lines
from mcptest.report.formats.text import grade_lines, no_grade, older_grades, probed_tools
from mcptest.report.paint import Paint
from mcptest.report.titles import server_title
from mcptest.report.untested_text import untested_lines
from mcptest.report.words import (
    STAGES,
    counts_text,
    duration_text,
    nothing_shown,
    revision_text,
    starts_text,
    totals_text,
    valid_calls_text,
)
from mcptest.safety.summary import offered_tools, summarize_calls

_SLOW = 3
_COUNTED = {Lane.COMPLIANCE: "rule", Lane.SCHEMA_LINT: "tool", Lane.FUZZ: "tool"}


def render_audit(run: Run, paint: Paint, *, verbose: bool = False) -> str:
    """One screen; with ``verbose`` every finding instead of the worst ones."""
    parts = [*_head(run, paint), *_stages(run, verbose=verbose), *_latency(run), *_catalog(run)]
    parts += worst_findings(run, paint, verbose=verbose)
    parts += rejected_calls(run) if verbose else ()
    parts += [*changes_lines(run), *untested_lines(run, verbose=verbose)]
    parts += [f"note: {visible(note)}" for note in run.notes if note != NONE_SUCCEEDED]
    parts += [line for line in [_calls(run)] if line]
    parts += [f"note: {note}" for note in nothing_shown(run)]
    colour = "green" if run.exit_code == 0 else "red"
    end = _sum(run) + starts_text(run)
    if parts[-1:] != [""]:
        parts.append("")
    return "\n".join([*parts, paint.colour(end, colour)]) + "\n"


def _sum(run: Run) -> str:
    """The last line, which is what stays on the screen: the grade, then the counts."""
    checks = counted(run.summary.total, "check")
    counts = totals_text(run)
    end = f"{checks}: {counts} in {duration_text(run.duration_ms)}"
    end += ", interrupted" if run.interrupted else ""
    grade = run.compliance.grade if run.compliance else None
    return end if grade is None else f"grade {grade}, {end}"


def _calls(run: Run) -> str | None:
    """Which tools were called, unless all were or the table above names those that were not."""
    line = summarize_calls(
        run.calls, offered=offered_tools(run.servers), listed=probed_tools(run), all_calls=True
    )
    return line if line and ("plus" in line or "by any check" in line) else None


def _others(server: ServerFacts) -> list[str]:
    """The other revisions; ``run`` begins with the handshake, so it may use one of them."""
    usual = NEWEST_HANDSHAKE.wire
    others = [one for one in server.speaks if one != server.protocol_version]
    if not others:
        return []
    used = f" (`mcptest run` uses {usual} by default)" if usual in others else ""
    return [f"  also supports {', '.join(map(one_line, others))}{used}"]


def _head(run: Run, paint: Paint) -> Iterator[str]:
    yield from no_grade(run, paint)
    for server in run.servers[:1]:
        revision = revision_text(server.protocol_version)
        yield f"{paint.bold(server_title(server))}: {server.transport}, {revision}"
        yield from _others(server)
    graded = run.compliance
    if graded is not None and graded.grade is not None:
        yield from grade_lines(run, graded, paint)
    yield from [f"  warning: {NONE_SUCCEEDED}"] if NONE_SUCCEEDED in run.notes else []
    if graded is None:
        return
    yield from older_grades(graded)
    for gate in graded.gates:
        word = paint.colour("PASS", "green") if gate.passed else paint.colour("FAIL", "red")
        yield f"{word}  {gate.name}" + (f"  {visible(gate.note)}" if gate.note else "")


def _stages(run: Run, *, verbose: bool) -> Iterator[str]:
    yield ""
    for lane, title in STAGES.items():
        cases = [case for case in run.cases if case.lane == lane]
        if cases:
            yield f"  {title:12} {_stage_text(lane, cases, verbose=verbose)}{_errors(lane, cases)}"


def _stage_text(lane: Lane, cases: list[CaseResult], *, verbose: bool) -> str:
    """A valid call that was rejected passed no test, so those calls have counts of their own."""
    if lane == Lane.PROBE:
        folded = not verbose and any(map(is_rejected, cases))
        why = " (use -v to see why calls were rejected)" if folded else ""
        return valid_calls_text(cases) + why
    return f"{counted(len(cases), _COUNTED.get(lane, 'check'))}: {counts_text(Summary.of(cases))}"


def _errors(lane: Lane, cases: Iterable[CaseResult]) -> str:
    """A lint case warns at most, so its findings are counted beside the cases."""
    found = Counter(f.severity for case in cases for f in case.findings)
    if lane != Lane.SCHEMA_LINT or not found[Severity.ERROR]:
        return ""
    errors = counted(found[Severity.ERROR], "error")
    warnings = counted(found[Severity.WARNING], "warning")
    return f" ({errors}, {warnings}; lint never fails an audit)"


def _latency(run: Run) -> Iterator[str]:
    times = sorted(
        (time, case.name)
        for case in run.cases
        if case.lane == Lane.PROBE
        and case.targets.get(TARGET) == CallOutcome.SUCCEEDED.value
        and isinstance(time := case.targets.get("duration_ms"), float)
    )
    if times:
        middle = (times[(len(times) - 1) // 2][0] + times[len(times) // 2][0]) / 2
        worst = [
            f"{one_line(name, limit=30)} {_ms(time)}" for time, name in times[: -_SLOW - 1 : -1]
        ]
        yield f"  {'latency':12} median of valid calls {_ms(middle)}; slowest: {', '.join(worst)}"


def _ms(time: float) -> str:
    return f"{time:.1f} ms"


def _catalog(run: Run) -> Iterator[str]:
    costs = sorted(
        (tokens, case.name)
        for case in run.cases
        if case.lane == Lane.SCHEMA_LINT and isinstance(tokens := case.targets.get("tokens"), int)
    )
    if costs:
        tokens, name = costs[-1]
        total = sum(cost for cost, _ in costs)
        most = f"largest: {one_line(name, limit=30)} ({tokens})"
        listed = f"{counted(len(costs), 'tool')}, about {counted(total, 'token')} to list"
        yield f"  {'catalog':12} {listed}; {most}"
