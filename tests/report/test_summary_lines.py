"""The lines that people read first: every grade, failed gates, each exception."""

from dataclasses import replace

from tests.report.sample import graded, nasty_run, result

from mcptest.model.finding import Finding, Severity
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.outcome import Lane, Status
from mcptest.report.formats.text import render


def crashed(tool, words):
    finding = Finding("PROBE-EXCEPTION", Severity.ERROR, f"Error calling tool '{tool}': {words}")
    return result(tool, Status.FAILED, lane=Lane.PROBE, findings=(finding,))


def test_each_revision_that_was_graded_has_its_grade():
    newest = graded()
    older = Compliance(spec_version="v2025-06-18", grade="B", score=81.0, tier="F")
    every = replace(newest, revisions=(older, newest))
    for command in ("compliance run", "audit"):
        text = render(nasty_run(command=command, compliance=every))
        assert "MCP 2025-06-18: grade B, score 81" in text
        assert "grade A (incomplete), score 97.4" in text


def test_a_failed_gate_is_counted_in_the_last_line():
    gates = (GateVerdict("grade_delta", True), GateVerdict("spec_version_check", False))
    for command in ("run", "audit"):
        text = render(
            nasty_run(
                command=command,
                cases=(result("fine"),),
                compliance=Compliance(gates=gates),
            )
        )
        assert "1 passed, 1 gate failed in" in text.splitlines()[-1]


def test_different_exceptions_are_not_told_as_one():
    zero, none = "division by zero", "'NoneType' object has no attribute 'name'"
    cases = (crashed("total", zero), crashed("owner", none), crashed("share", zero))
    text = render(nasty_run(command="audit", cases=cases, compliance=None))
    assert none in text
    assert "in owner\n" in text
    assert "in total and 1 more tool\n" in text


def test_a_scan_says_of_what_it_looked_at_that_it_found_nothing():
    cases = (result("the catalog", lane=Lane.SECURITY), result("search", lane=Lane.PROBE))
    text = render(nasty_run(command="security", cases=cases), verbose=True)
    assert "the catalog: no findings" in text
    assert "search: no findings" not in text


def test_the_doctor_says_first_whether_a_server_is_ready():
    lines = render(nasty_run(command="doctor", notes=("the server is ready",))).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("pass"))
    assert "note: the server is ready" in lines[:first]
