"""An audit on one screen: the grade, the worst findings with their fix, what was not tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run
from mcptest.report.paint import Paint
from mcptest.report.words import counts_text, duration_text
from mcptest.safety.summary import summarize_calls

_WORST = 3
_HELP = 10  # lines; a reproduction is an entry for a suite
_TITLES = {
    Lane.COMPLIANCE: "protocol",
    Lane.SCHEMA_LINT: "lint",
    Lane.PROBE: "valid calls",
    Lane.NEGATIVE_PATH: "bad input",
    Lane.FUZZ: "fuzz",
}
_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def render_audit(run: Run, paint: Paint) -> str:
    parts = [*_head(run, paint), *_stages(run), *_latency(run), *_worst(run, paint)]
    parts += [*_untested(run), *(f"note: {visible(note)}" for note in run.notes)]
    if line := summarize_calls(run.calls):
        parts.append(line)
    colour = "green" if run.exit_code == 0 else "red"
    end = f"{counts_text(run.summary)} in {duration_text(run.duration_ms)}"
    return "\n".join([*parts, paint.colour(end + _stopped(run), colour)]) + "\n"


def _stopped(run: Run) -> str:
    return ", interrupted" if run.interrupted else ""


def _head(run: Run, paint: Paint) -> Iterator[str]:
    for server in run.servers[:1]:
        name = one_line(str((server.info or {}).get("name") or server.name))
        yield f"{paint.bold(name)}: {server.transport}, protocol {server.protocol_version}"
    graded = run.compliance
    if graded is None:
        return
    if graded.grade is not None:
        whole = " (incomplete)" if graded.incomplete else ""
        facts = f"score {graded.score:g}, tier {graded.tier}, against {graded.spec_version}"
        yield f"{paint.bold(f'grade {graded.grade}{whole}')}, {facts}"
    for other in graded.revisions[:-1]:
        yield f"  {other.spec_version}: {other.grade}, score {other.score:g}"
    for gate in graded.gates:
        word = paint.colour("PASS", "green") if gate.passed else paint.colour("FAIL", "red")
        yield f"{word}  {gate.name}" + (f"  {visible(gate.note)}" if gate.note else "")


def _stages(run: Run) -> Iterator[str]:
    for lane, title in _TITLES.items():
        cases = [case for case in run.cases if case.lane is lane]
        if cases:
            yield f"  {title:12} {counts_text(Summary.of(cases))}"


def _latency(run: Run) -> Iterator[str]:
    times = sorted(
        (case.duration_ms, case.name)
        for case in run.cases
        if case.lane is Lane.PROBE and case.status is not Status.SKIPPED
    )
    if times:
        middle, (slowest, name) = times[len(times) // 2][0], times[-1]
        said = f"median {middle:.1f} ms, slowest {slowest:.1f} ms ({one_line(name, limit=40)})"
        yield f"  {'latency':12} {said}"


def _worst(run: Run, paint: Paint) -> Iterator[str]:
    """The gravest, one of each kind, those that are most often first."""
    kinds = Counter(finding.id for case in run.cases for finding in case.findings)
    first: dict[str, tuple[CaseResult, Finding]] = {}
    for case in run.cases:
        for finding in case.findings:
            first.setdefault(finding.id, (case, finding))
    ordered = sorted(first.values(), key=lambda it: (_WEIGHT[it[1].severity], -kinds[it[1].id]))
    shown = [pair for pair in ordered if pair[1].severity is not Severity.NOTE][:_WORST]
    for case, finding in shown:
        times = f" ({kinds[finding.id]} times)" if kinds[finding.id] > 1 else ""
        yield ""
        yield paint.bold(f"{finding.severity}[{finding.id}]{times} {one_line(case.name)}")
        yield f"  {one_line(finding.message, limit=300)}"
        for number, line in enumerate((finding.help or "").splitlines()[:_HELP]):
            yield f"  {' ' if number else '='} {visible(line[:300])}"
    rest = len([1 for pair in ordered if pair[1].severity is not Severity.NOTE]) - len(shown)
    if rest > 0:
        yield f"and {rest} more kinds; --report html=audit.html or --format json has them all"
    if shown:
        yield ""


def _untested(run: Run) -> Iterator[str]:
    reasons = Counter(case.skip.reason.value for case in run.cases if case.skip is not None)
    if reasons:
        said = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        yield f"not tested: {said}"
