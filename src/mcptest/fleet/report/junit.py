"""A fleet run in JUnit XML: a case for each server, and one for each of its gates."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from mcptest.fleet.fleet_run import FleetRun
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.model.escape import visible
from mcptest.model.record import record

_ERRORS = {ServerStatus.ERRORED, ServerStatus.UNUSABLE}


@record
class _Case:
    name: str
    group: str
    seconds: float
    verdict: str | None  # failure, error, skipped; None where it passed
    message: str = ""
    text: str = ""


def render(run: FleetRun) -> str:
    cases = [case for server in run.servers for case in _cases(server)]
    counted = (
        f'tests="{len(cases)}" failures="{_count(cases, "failure")}" '
        f'errors="{_count(cases, "error")}"'
    )
    seconds = f'time="{run.duration_ms / 1000:.3f}"'
    suite = (
        f"  <testsuite name={_attribute(run.fleet)} {counted} "
        f'skipped="{_count(cases, "skipped")}" '
        f"timestamp={_attribute(run.started.rstrip('Z'))} {seconds}>\n"
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="mcptest fleet" {counted} {seconds}>\n'
        f"{suite}{''.join(map(_element, cases))}  </testsuite>\n</testsuites>\n"
    )


def _cases(server: ServerResult) -> Iterator[_Case]:
    reason = server.reason or server.status.value
    detail = "\n".join([reason, *server.failures])
    seconds = server.duration_ms / 1000
    yield _Case(server.name, "fleet", seconds, _verdict(server.status), reason, detail)
    for gate in server.gates:
        verdict = None if gate.passed else "failure"
        note = gate.note or ""
        yield _Case(f"{server.name}: {gate.name}", "fleet.gates", 0.0, verdict, note, note)


def _verdict(status: ServerStatus) -> str | None:
    if status is ServerStatus.PASSED:
        return None
    if status is ServerStatus.NOT_RUN:
        return "skipped"
    return "error" if status in _ERRORS else "failure"


def _count(cases: list[_Case], verdict: str) -> int:
    return sum(case.verdict == verdict for case in cases)


def _element(case: _Case) -> str:
    head = (
        f"    <testcase name={_attribute(case.name)} classname={_attribute(case.group)} "
        f'time="{case.seconds:.3f}"'
    )
    if case.verdict is None:
        return f"{head}/>\n"
    said = f"<{case.verdict} message={_attribute(case.message)}"
    body = (
        f"{said}/>"
        if case.verdict == "skipped"
        else f"{said}>{escape(visible(case.text))}</{case.verdict}>"
    )
    return f"{head}>\n      {body}\n    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
