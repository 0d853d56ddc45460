"""Reduce a server's run documents to its row in the fleet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mcptest.errors import ExitCode
from mcptest.fleet.folder import document_name
from mcptest.fleet.result import MOST_FAILURES, ResultPart, ServerResult, ServerStatus
from mcptest.model.finding import Risk
from mcptest.model.outcome import CaseResult, Lane, Status
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls
from mcptest.report.document import server_document, summary_document, valid_calls_document

_BAD = {Status.FAILED, Status.ERRORED}


def summarize(
    name: str,
    job: str,
    *,
    audit: Run | None,
    suite: Run | None = None,
    suite_file: str | None = None,
    tools: int | None = None,
) -> ServerResult:
    """The row before any gate is looked at."""
    runs = [run for run in (audit, suite) if run is not None]
    cases = [case for run in runs for case in run.cases]
    failures = sorted(dict.fromkeys(_failures(cases)), key=_is_graded)
    graded = audit.compliance if audit is not None else None
    calls = ValidCalls.of(audit.cases) if audit is not None else None
    facts = [facts for run in runs for facts in run.servers]
    return ServerResult(
        name=name,
        status=_status(runs),
        job=job,
        reason=_reason(runs, cases),
        started=runs[0].started if runs else None,
        duration_ms=sum(run.duration_ms for run in runs),
        server=server_document(facts[0]) if facts else None,
        spec_version=graded.spec_version if graded else None,
        grade=graded.grade if graded else None,
        score=graded.score if graded else None,
        tier=graded.tier if graded else None,
        incomplete=bool(graded and graded.incomplete),
        tools=tools,
        valid_calls=valid_calls_document(calls) if calls is not None else None,
        audit=_part(name, "audit", audit),
        suite=_part(name, "suite", suite, file=suite_file),
        findings=Counter(f.severity.value for case in cases for f in case.findings),
        security=_risks(cases),
        failed_cases=len(failures),
        failures=tuple(failures[:MOST_FAILURES]),
        notes=tuple(dict.fromkeys(note for run in runs for note in run.notes)),
    )


def _risks(cases: Sequence[CaseResult]) -> dict[str, int] | None:
    """Security findings, the gravest severity first; None where no case looked for any."""
    if not any(case.lane == Lane.SECURITY for case in cases):
        return None
    facts = [f.security for case in cases for f in case.findings if f.security is not None]
    risks = Counter(one.risk for one in facts)
    return {risk.value: risks[risk] for risk in reversed(Risk)}


def _failures(cases: Sequence[CaseResult]) -> Iterator[str]:
    return (case.id for case in cases if case.status in _BAD)


def _is_graded(case: str) -> bool:
    """These come last, so that a long list is cut where a grade speaks for what is missing."""
    return case.startswith(f"{Lane.COMPLIANCE}::")


def _status(runs: Sequence[Run]) -> ServerStatus:
    codes = {int(run.exit_code) for run in runs}
    if ExitCode.INTERNAL in codes:
        return ServerStatus.ERRORED
    if ExitCode.UNREACHABLE in codes:
        return ServerStatus.UNREACHABLE
    return ServerStatus.PASSED if codes <= {ExitCode.OK} else ServerStatus.FAILED


def _reason(runs: Sequence[Run], cases: Sequence[CaseResult]) -> str | None:
    """The first thing that went wrong, in a line."""
    if _status(runs) is ServerStatus.PASSED:
        return None
    for case in cases:
        if case.status in _BAD:
            said = case.findings[0].message if case.findings else case.status.value
            return " ".join(f"{case.name}: {said}".split())
    return "a gate of the suite failed"


def _part(name: str, part: str, run: Run | None, *, file: str | None = None) -> ResultPart | None:
    if run is None:
        return None
    counts = {key: value for key, value in summary_document(run).items() if isinstance(value, int)}
    return ResultPart(
        document=document_name(name, part),
        file=file,
        exit_code=int(run.exit_code),
        duration_ms=run.duration_ms,
        summary=counts,
    )
