"""The text report: one line per case, then every failure with a caret, then the totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.grade import Compliance
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls, is_rejected
from mcptest.report.findings_text import FindingsText
from mcptest.report.paint import Paint
from mcptest.report.plain import harmless
from mcptest.report.report import Report
from mcptest.report.titles import (
    NOTHING_SHARED,
    SharedNames,
    case_title,
    ordered_servers,
    server_line,
    shared_names,
)
from mcptest.report.words import (
    duration_text,
    grade_limits,
    next_grade_text,
    nothing_shown,
    revision_text,
    starts_text,
    tier_text,
    totals_text,
)
from mcptest.safety.summary import offered_tools, summarize_calls

SIGNS = {
    Status.PASSED: ("pass", "green"),
    Status.FAILED: ("FAIL", "red"),
    Status.WARNED: ("warn", "yellow"),
    Status.SKIPPED: ("skip", "cyan"),
    Status.ERRORED: ("ERROR", "magenta"),
}
_MANY = 100
_ALIKE = {"doctor": 2, "client run": 4}  # from how many skips on they are counted
_LONGEST = 160
_LINTS = {"schema-lint", "security"}
_BY_FINDING = _LINTS | {"compliance run"}  # whose report is its findings, as that of a linter is
_SUBJECTS = {Lane.SECURITY, Lane.SCHEMA_LINT}  # whose cases are named after what was looked at
# Cases of these lanes look at what another step fetched, so their time says nothing.
_UNTIMED = {
    *(Lane.DOCTOR, Lane.LINT, Lane.SCHEMA_LINT, Lane.TOOL_QUALITY, Lane.SECURITY),
    *(Lane.COVERAGE, Lane.PERFORMANCE, Lane.VALIDATE),
}


def render(run: Run, paint: Paint | None = None, *, verbose: bool = False) -> str:
    """The whole text; unless ``verbose``, what passed in a long run is only counted."""
    paint = paint or Paint()
    if run.command == "audit":
        from mcptest.report.audit_text import render_audit

        return render_audit(run, paint, verbose=verbose)
    if run.command == "auth":
        from mcptest.report.auth_text import render_auth

        return render_auth(run, paint)
    parts: list[str] = [*no_grade(run, paint), *map(server_line, ordered_servers(run))]
    notes = [f"note: {harmless(note)}" for note in run.notes]
    parts += notes if run.command == "doctor" else []  # whether the server is ready comes first
    folded = frozenset() if verbose else _folded(run)
    parts += _case_lines(run, paint, folded, verbose=verbose)
    parts += FindingsText(run, paint, verbose=verbose, lane=_names_lanes(run)).lines()
    parts += _changes(run)
    parts += _untested(run) if Status.SKIPPED in folded else ()
    parts += _grade(run, paint)
    calls = ValidCalls.of(run.cases)
    parts += [] if calls is None else [f"valid calls: {calls}"]
    every = run.command != "run"
    made = summarize_calls(
        run.calls,
        offered=_offered(run),
        selected=_selected(run),
        listed=probed_tools(run),
        all_calls=every,
    )
    parts += [] if made is None else [made]
    parts += notes if run.command != "doctor" else []
    parts += [f"note: {note}" for note in nothing_shown(run)]
    parts += [_sum(run, paint)]
    return "\n".join(parts) + "\n"


def _changes(run: Run) -> Iterator[str]:
    if run.earlier is not None:
        from mcptest.report.changes_text import changes_lines

        yield from changes_lines(run)


def _untested(run: Run) -> Iterable[str]:
    from mcptest.report.untested_text import untested_rules

    return untested_rules(run)


def _names_lanes(run: Run) -> bool:
    """A suite has tests of several kinds; the other commands make cases of one."""
    return run.command == "run" or len({case.lane for case in run.cases}) > 1


def _case_lines(
    run: Run, paint: Paint, folded: frozenset[Status], *, verbose: bool
) -> Iterator[str]:
    """A line for each case that is neither folded nor told by its findings."""
    shared, lane = shared_names(run), _names_lanes(run)
    by_finding = run.command in _BY_FINDING and not verbose
    listed = [case for case in run.cases if not (by_finding and case.findings)]
    listed = [case for case in listed if case.status not in folded]
    unreached = [] if verbose else _alike(run, listed)
    yield from (case_line(one, paint, shared, lane=lane) for one in listed if one not in unreached)
    if unreached:
        word, colour = SIGNS[Status.SKIPPED]
        yield f"{paint.colour(f'{word:5}', colour)} {_count_alike(run, unreached)}"


def _alike(run: Run, cases: list[CaseResult]) -> list[CaseResult]:
    """What one failure skipped: all for the same reason, which is told once."""
    skipped = [case for case in cases if case.skip]
    alike = len({case.skip.detail for case in skipped if case.skip}) == 1
    return skipped if alike and len(skipped) >= _ALIKE.get(run.command, len(cases) + 1) else []


def _count_alike(run: Run, skipped: list[CaseResult]) -> str:
    number, (first, *_) = len(skipped), skipped
    if run.command == "doctor" or first.skip is None:
        return f"{counted(number, 'more check')}  (not reached; use -v to list them)"
    graded = run.compliance is None or run.compliance.reason is None
    why = one_line(first.skip.detail, limit=_LONGEST) if graded else "nothing to judge"
    return f"{counted(number, 'scenario')}  ({why}; use -v to list them)"


def _folded(run: Run) -> frozenset[Status]:
    """What is counted instead of listed: in a grade all that needs no attention."""
    if run.command in _LINTS:
        return frozenset({Status.PASSED})
    if run.command == "compliance run" or (run.command == "doctor" and len(run.cases) > _MANY):
        return frozenset({Status.PASSED, Status.SKIPPED})
    return frozenset({Status.PASSED}) if len(run.cases) > _MANY else frozenset()


def no_grade(run: Run, paint: Paint) -> list[str]:
    """The first line where a grade was asked for and the server could not be judged."""
    reason = run.compliance.reason if run.compliance else None
    return [] if reason is None else [f"{paint.bold('no grade')}: {one_line(reason, limit=400)}"]


def _offered(run: Run) -> int | None:
    """A suite names the tools that it wants called; every other command is about all of them."""
    if run.command == "run":
        return None
    probed = sum(case.lane == Lane.PROBE for case in run.cases) if run.command == "probe" else 0
    return offered_tools(run.servers) or probed or None


def _selected(run: Run) -> int | None:
    """How many tools ``fuzz --tool`` chose; a sequence of calls is a case of its own."""
    fuzzed = {case.name for case in run.cases if " -> " not in case.name}
    return len(fuzzed) if run.command == "fuzz" else None


def probed_tools(run: Run) -> frozenset[str]:
    """The tools with a valid call of their own, which are those that every client is shown."""
    return frozenset(case.name for case in run.cases if case.lane == Lane.PROBE)


def case_line(
    case: CaseResult, paint: Paint, shared: SharedNames = NOTHING_SHARED, *, lane: bool = True
) -> str:
    word, colour = _sign(case)
    tail = f"  ({one_line(_detail(case))})" if case.skip else ""
    made = case.targets.get("fuzz.cases_run")
    if case.lane == Lane.FUZZ and isinstance(made, int) and not case.skip:
        tail += f"  ({counted(made, 'call')})"
    if case.attempts > 1:
        tail += f"  ({case.attempts} attempts)"
    timed = not case.skip and case.lane not in _UNTIMED
    time = f"  {paint.dim(duration_text(case.duration_ms))}" if timed else ""
    label = case_title(case, shared, lane=lane)
    clean = case.lane in _SUBJECTS and case.status is Status.PASSED and not case.findings
    label += ": no findings" if clean else ""
    return f"{paint.colour(f'{word:5}', colour)} {label}{time}{paint.dim(tail)}"


def _detail(case: CaseResult) -> str:
    """Why it was skipped, without the name that the line begins with."""
    detail = case.skip.detail if case.skip else ""
    return detail.removeprefix(f"{case.name} is ").removeprefix(f"{case.name} was ")


def _sign(case: CaseResult) -> tuple[str, str]:
    """A valid call that was rejected broke nothing, and shows nothing that works."""
    if case.status is Status.PASSED and is_rejected(case):
        return ("rejected", "yellow")
    return SIGNS[case.status]


def _grade(run: Run, paint: Paint) -> list[str]:
    graded = run.compliance
    if graded is None:
        return []
    lines = [
        f"{paint.colour('PASS' if gate.passed else 'FAIL', 'green' if gate.passed else 'red')}  "
        f"{one_line(gate.name)}" + (f"  {harmless(gate.note)}" if gate.note else "")
        for gate in graded.gates
        if gate.passed or gate.note is None or gate.note != graded.reason  # it is the first line
    ]
    if graded.grade is not None:
        lines += grade_lines(run, graded, paint)
    return [*lines, *older_grades(graded)]


def older_grades(graded: Compliance) -> Iterator[str]:
    """A line for each other revision that was graded, the newest first."""
    for other in reversed(graded.revisions[:-1]):
        told = (
            "not graded" if other.score is None else f"grade {other.grade}, score {other.score:g}"
        )
        yield f"  {revision_text(other.spec_version)}: {told}"


def grade_lines(run: Run, graded: Compliance, paint: Paint) -> list[str]:
    """The grade, and what is between it and the next one."""
    line = paint.bold(f"grade {visible(str(graded.grade))}{grade_limits(graded)}")
    line += f", score {graded.score:g}, {visible(tier_text(graded))}"
    at = revision_text(graded.spec_version)
    if {revision_text(server.protocol_version) for server in run.servers} != {at}:
        line += f", at {visible(at)}"
    advice = next_grade_text(graded)
    return (
        [line, f"  {one_line(advice, limit=400)} (see `mcptest explain grade`)"]
        if advice
        else [line]
    )


def _sum(run: Run, paint: Paint) -> str:
    colour = "green" if run.exit_code == 0 else "red"
    counts = totals_text(run)
    text = f"{counts} in {duration_text(run.duration_ms)}"
    text += ", interrupted" if run.interrupted else ""
    return paint.colour(text + starts_text(run), colour)


REPORT = Report("text", "For a person at a terminal.", render, compares=True)
