"""Renders an audit on one screen: the grade, the worst findings, what was not tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run
from mcptest.report.changes_text import changes_lines
from mcptest.report.formats.text import no_grade
from mcptest.report.paint import Paint
from mcptest.report.plain import reproduce_lines
from mcptest.report.titles import server_title
from mcptest.report.untested_text import untested_lines
from mcptest.report.words import (
    STAGES,
    counts_text,
    duration_text,
    next_grade_text,
    revision_text,
    starts_text,
    valid_calls_text,
)
from mcptest.safety.summary import offered_tools, summarize_calls

_WORST = 3
_SLOW = 3
_HELP = 10  # lines; a reproduction is an entry for a suite
_LEVELS = {"must": 0, "should": 0, "may": 2}


def render_audit(run: Run, paint: Paint, *, verbose: bool = False) -> str:
    """One screen; with ``verbose`` every finding instead of the worst ones."""
    parts = [*_head(run, paint), *_stages(run), *_latency(run), *_catalog(run)]
    most = None if verbose else _WORST
    parts += [*_worst(run, paint, most), *changes_lines(run), *untested_lines(run)]
    parts += [f"note: {visible(note)}" for note in run.notes]
    if line := summarize_calls(run.calls, offered=offered_tools(run.servers)):
        parts.append(line)
    colour = "green" if run.exit_code == 0 else "red"
    end = f"{counts_text(run.summary)} in {duration_text(run.duration_ms)}{starts_text(run)}"
    return "\n".join([*parts, paint.colour(end + _stopped(run), colour)]) + "\n"


def _stopped(run: Run) -> str:
    return ", interrupted" if run.interrupted else ""


def _head(run: Run, paint: Paint) -> Iterator[str]:
    yield from no_grade(run, paint)
    for server in run.servers[:1]:
        revision = revision_text(server.protocol_version)
        yield f"{paint.bold(server_title(server))}: {server.transport}, {revision}"
        if len(server.speaks) > 1:
            yield f"supports {', '.join(map(one_line, server.speaks))}"
    graded = run.compliance
    if graded is None:
        return
    if graded.grade is not None:
        whole = " (incomplete)" if graded.incomplete else ""
        revision = revision_text(graded.spec_version)
        facts = f"score {graded.score:g}, tier {graded.tier}, against {revision}"
        yield f"{paint.bold(f'grade {graded.grade}{whole}')}, {facts}"
        if advice := next_grade_text(graded):
            yield f"  {one_line(advice)} (see `mcptest explain grade` and `mcptest explain tier`)"
    for other in graded.revisions[:-1]:
        told = "not graded" if other.score is None else f"{other.grade}, score {other.score:g}"
        yield f"  {revision_text(other.spec_version)}: {told}"
    for gate in graded.gates:
        word = paint.colour("PASS", "green") if gate.passed else paint.colour("FAIL", "red")
        yield f"{word}  {gate.name}" + (f"  {visible(gate.note)}" if gate.note else "")


def _stages(run: Run) -> Iterator[str]:
    for lane, title in STAGES.items():
        cases = [case for case in run.cases if case.lane == lane]
        if cases:
            yield f"  {title:12} {_stage_text(lane, cases)}{_errors(lane, cases)}"


def _stage_text(lane: Lane, cases: list[CaseResult]) -> str:
    """A valid call that was rejected passed no test, so those calls have counts of their own."""
    return valid_calls_text(cases) if lane == Lane.PROBE else counts_text(Summary.of(cases))


def _errors(lane: Lane, cases: Iterable[CaseResult]) -> str:
    """A lint case warns at most, so its errors are counted beside the cases."""
    if lane != Lane.SCHEMA_LINT:
        return ""
    found = [f for case in cases for f in case.findings if f.severity is Severity.ERROR]
    return f" ({counted(len(found), 'error')} among the findings)" if found else ""


def _latency(run: Run) -> Iterator[str]:
    times = sorted(
        (time, case.name)
        for case in run.cases
        if case.lane == Lane.PROBE and isinstance(time := case.targets.get("duration_ms"), float)
    )
    if times:
        middle = times[len(times) // 2][0]
        worst = [
            f"{one_line(name, limit=30)} {_ms(time)}" for time, name in times[: -_SLOW - 1 : -1]
        ]
        yield f"  {'latency':12} median {_ms(middle)}; slowest: {', '.join(worst)}"


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


def _worst(run: Run, paint: Paint, most: int | None) -> Iterator[str]:
    """What failed before what warned, the gravest first, one of each kind, the most often first."""
    kinds = Counter(finding.id for case in run.cases for finding in case.findings)
    first: dict[str, tuple[CaseResult, Finding]] = {}
    for case in sorted(run.cases, key=lambda case: case.status is not Status.FAILED):
        for finding in case.findings:
            first.setdefault(finding.id, (case, finding))
    ordered = sorted(first.values(), key=lambda it: (*_rank(*it), -kinds[it[1].id]))
    shown = [pair for pair in ordered if pair[1].severity is not Severity.NOTE][:most]
    reproduce = True  # all if nothing is left out, else the first that can be
    for case, finding in shown:
        found = counted(kinds[finding.id], "finding")
        total = f" ({found} in total)" if kinds[finding.id] > 1 else ""
        total = f"{_others(run, finding)}{total}"
        yield ""
        yield paint.bold(f"{finding.severity}[{finding.id}] {_title(case, finding)}{total}")
        yield from (f"  {visible(line[:300])}" for line in _ends(finding.message.splitlines()))
        for number, line in enumerate((finding.help or "").splitlines()[:_HELP]):
            yield f"  {' ' if number else '='} {visible(line[:300])}"
        yield from reproduce_lines(finding) if reproduce else ()
        reproduce = reproduce and (most is None or finding.reproduce is None)
    rest = len([1 for pair in ordered if pair[1].severity is not Severity.NOTE]) - len(shown)
    if rest > 0:
        yield f"and {rest} more; use -v to list them, or --report html=audit.html for every finding"
    if shown:
        yield ""


def _ends(lines: list[str]) -> list[str]:
    """The beginning and the end, since a traceback tells its reason last."""
    if len(lines) <= _HELP:
        return lines
    return [*lines[:2], "  …", *lines[3 - _HELP :]]


def _rank(case: CaseResult, finding: Finding) -> tuple[int, int]:
    """A may is advice, so it stands behind what a lint warns of."""
    failed = case.status in {Status.FAILED, Status.ERRORED}
    warned = _LEVELS.get(case.tags[0], 1) if case.lane == Lane.COMPLIANCE and case.tags else 1
    return (0 if failed else 1, 0 if finding.severity is Severity.ERROR else 1 + warned)


def _title(case: CaseResult, finding: Finding) -> str:
    """The name without the id that stands before it anyway; a may is only advice."""
    advice = case.lane == Lane.COMPLIANCE and "may" in case.tags[:1]
    return one_line(case.name.removeprefix(f"{finding.id} ")) + (" (optional)" if advice else "")


def _others(run: Run, finding: Finding) -> str:
    """In how many more tests the same was found."""
    places = sum(any(each.id == finding.id for each in case.findings) for case in run.cases)
    return f" and {places - 1} more" if places > 1 else ""
