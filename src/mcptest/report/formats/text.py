"""The report for a person: one line a case, then every failure with a caret, then the sum."""

from __future__ import annotations

from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run
from mcptest.model.valid_calls import TARGET, ValidCalls
from mcptest.report.changes_text import changes_lines
from mcptest.report.paint import Paint
from mcptest.report.plain import finding_lines, harmless
from mcptest.report.report import Report
from mcptest.report.titles import SharedNames, case_title, server_line, shared_names
from mcptest.report.untested_text import untested_rules
from mcptest.report.words import (
    counts_text,
    duration_text,
    next_grade_text,
    revision_text,
    starts_text,
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
    parts: list[str] = [*no_grade(run, paint), *map(server_line, run.servers)]
    folded = frozenset() if verbose else _folded(run)
    shared = shared_names(run)
    parts += [case_line(case, paint, shared) for case in run.cases if case.status not in folded]
    parts += _failures(run, paint, verbose=verbose)
    parts += [*changes_lines(run), *(untested_rules(run) if Status.SKIPPED in folded else ())]
    parts += _grade(run, paint)
    calls = ValidCalls.of(run.cases)
    parts += [] if calls is None else [f"valid calls: {calls}"]
    parts += [line] if (line := summarize_calls(run.calls, offered=_offered(run))) else []
    parts += [f"note: {harmless(note)}" for note in run.notes]
    parts += [_sum(run, paint)]
    return "\n".join(parts) + "\n"


def _folded(run: Run) -> frozenset[Status]:
    """What is counted instead of listed: in a grade all that needs no attention."""
    if run.command == "compliance run" or (run.command == "doctor" and len(run.cases) > _MANY):
        return frozenset({Status.PASSED, Status.SKIPPED})
    return frozenset({Status.PASSED}) if len(run.cases) > _MANY else frozenset()


def no_grade(run: Run, paint: Paint) -> list[str]:
    """The first line where a grade was asked for and the server could not be judged."""
    reason = run.compliance.reason if run.compliance else None
    return [] if reason is None else [f"{paint.bold('no grade')}: {one_line(reason, limit=400)}"]


def _offered(run: Run) -> int | None:
    """A suite names the tools that it wants called; every other command is about all of them."""
    return None if run.command == "run" else offered_tools(run.servers)


def case_line(case: CaseResult, paint: Paint, shared: SharedNames = frozenset()) -> str:
    word, colour = SIGNS[case.status]
    tail = f"  ({one_line(case.skip.detail)})" if case.skip else ""
    if case.lane == Lane.PROBE and TARGET in case.targets:
        tail += f"  ({one_line(str(case.targets[TARGET]))})"
    if case.attempts > 1:
        tail += f"  ({case.attempts} attempts)"
    timed = not case.skip and case.lane not in _UNTIMED
    time = f"  {paint.dim(duration_text(case.duration_ms))}" if timed else ""
    label = case_title(case, shared)
    return f"{paint.colour(f'{word:5}', colour)} {label}{time}{paint.dim(tail)}"


def _failures(run: Run, paint: Paint, *, verbose: bool) -> list[str]:
    """Each case with its findings; a case that adds nothing new is only counted.

    Unless ``verbose``, only the first finding that can be reproduced says how.
    """
    lines: list[str] = []
    seen: set[tuple[str | None, ...]] = set()
    repeated, shared, reproduce = 0, shared_names(run), True
    for case in run.cases:
        said = {_sameness(case, finding) for finding in case.findings}
        if not said:
            continue
        if said <= seen:
            repeated += 1
            continue
        seen |= said
        lines += ["", paint.bold(case_title(case, shared))]
        for finding in case.findings:
            lines += [f"  {line}" for line in finding_lines(finding, reproduce=reproduce)]
            reproduce = reproduce and (verbose or finding.reproduce is None)
        lines += [f"  note: {harmless(note)}" for note in case.notes]
    if repeated:
        lines += ["", f"and {repeated} more with the same findings"]
    return [*lines, ""] if lines else []


def _sameness(case: CaseResult, finding: Finding) -> tuple[str | None, ...]:
    """What makes two findings one; an answer of the server is always worth showing."""
    own = case.id if finding.exchange is not None else None
    return (case.server, finding.id, finding.message, repr(finding.actual), own)


def _grade(run: Run, paint: Paint) -> list[str]:
    graded = run.compliance
    if graded is None:
        return []
    lines = [
        f"{paint.colour('PASS' if gate.passed else 'FAIL', 'green' if gate.passed else 'red')}  "
        f"{one_line(gate.name)}" + (f"  {harmless(gate.note)}" if gate.note else "")
        for gate in graded.gates
    ]
    if graded.grade is not None:
        whole = " (incomplete)" if graded.incomplete else ""
        lines.append(
            paint.bold(f"grade {visible(graded.grade)}{whole}")
            + f", score {graded.score:g}, tier {visible(str(graded.tier))}, "
            f"against {visible(revision_text(graded.spec_version))}"
        )
        if advice := next_grade_text(graded):
            lines.append(
                f"  {one_line(advice)} (see `mcptest explain grade` and `mcptest explain tier`)"
            )
    return lines


def _sum(run: Run, paint: Paint) -> str:
    colour = "green" if run.exit_code == 0 else "red"
    text = f"{counts_text(run.summary)} in {duration_text(run.duration_ms)}{starts_text(run)}"
    return paint.colour(text + (", interrupted" if run.interrupted else ""), colour)


REPORT = Report("text", "For a person at a terminal.", render, compares=True)
