"""Run documents of one server to its row."""

import pytest

from mcptest.fleet.result import ServerStatus
from mcptest.fleet.summarize import summarize
from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Compliance
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run, ServerFacts


def case(name, status=Status.PASSED, *messages):
    findings = tuple(Finding(id="x", severity=Severity.ERROR, message=text) for text in messages)
    return CaseResult(
        id=f"tools::a::{name}",
        name=name,
        lane=Lane.TOOLS,
        server="a",
        status=status,
        findings=findings,
    )


def run(*cases, exit_code=0, **more):
    return Run(
        mcptest="0",
        command="audit",
        started="2026-01-01T00:00:00Z",
        duration_ms=5.0,
        seed=1,
        exit_code=exit_code,
        cases=cases,
        summary=Summary.of(cases),
        **more,
    )


def test_a_row_sums_up_audit_and_suite():
    graded = Compliance(
        spec_version="v2025-11-25", grade="A", score=97.0, tier="T1", incomplete=True
    )
    facts = ServerFacts(name="a", transport="stdio")
    audit = run(case("one"), compliance=graded, servers=(facts,), notes=("n",))
    row = summarize("a", "j", audit=audit, suite=run(case("two")), suite_file="s.yml", tools=3)
    assert (row.status, row.reason, row.grade, row.tier, row.incomplete) == (
        ServerStatus.PASSED,
        None,
        "A",
        "T1",
        True,
    )
    assert (row.tools, row.duration_ms, row.notes, row.server["name"]) == (3, 10.0, ("n",), "a")
    assert (row.audit.document, row.suite.file) == ("servers/a.audit.json", "s.yml")


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (0, ServerStatus.PASSED),
        (1, ServerStatus.FAILED),
        (3, ServerStatus.UNREACHABLE),
        (4, ServerStatus.ERRORED),
        (6, ServerStatus.FAILED),
    ],
)
def test_the_gravest_code_decides(code, status):
    assert summarize("a", "j", audit=run(exit_code=0), suite=run(exit_code=code)).status is status


def test_the_first_thing_that_went_wrong_is_the_reason():
    bad = run(
        case("fine"),
        case("bad", Status.FAILED, "is\n  2"),
        case("worse", Status.ERRORED),
        exit_code=1,
    )
    row = summarize("a", "j", audit=bad)
    assert row.reason == "bad: is 2"
    assert row.failures == ("tools::a::bad", "tools::a::worse")
    assert (row.failed_cases, row.findings["error"]) == (2, 1)


def test_a_failure_without_words_and_a_gate_have_a_reason_too():
    assert (
        summarize("a", "j", audit=run(case("x", Status.FAILED), exit_code=1)).reason == "x: failed"
    )
    assert summarize("a", "j", audit=run(exit_code=1)).reason == "a gate of the suite failed"


def test_ids_are_kept_up_to_a_bound_and_counted_beyond():
    cases = [case(f"n{number}", Status.FAILED) for number in range(300)]
    row = summarize("a", "j", audit=run(*cases, exit_code=1))
    assert (row.failed_cases, len(row.failures)) == (300, 200)
