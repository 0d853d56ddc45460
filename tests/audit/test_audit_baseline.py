"""Findings that were accepted, those that are new, and those that are gone."""

import json

import pytest

from mcptest.audit.baseline import SCHEMA, accept, load_audit_baseline, write_audit_baseline
from mcptest.errors import FileProblemsError
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run


def case(name, status, *findings):
    made = tuple(Finding(id_, severity, message) for id_, severity, message in findings)
    return CaseResult(f"probe::default::{name}", name, Lane.PROBE, "default", status, findings=made)


def run_of(*cases):
    return Run("0", "audit", "", 1.0, None, 0, (), Summary.of(cases), cases)


OLD = ("old", Severity.ERROR, "took 12 ms")
NEW = ("new", Severity.ERROR, "something else")
MILD = ("mild", Severity.WARNING, "a hint")


def saved(folder, *cases):
    path = folder / "baseline.json"
    write_audit_baseline(path, run_of(*cases))
    return load_audit_baseline(path)


def test_what_was_there_before_is_accepted_also_with_another_number(tmp_path):
    known = saved(tmp_path, case("a", Status.FAILED, OLD), case("b", Status.WARNED, MILD))
    again = run_of(
        case("a", Status.FAILED, ("old", Severity.ERROR, "took 99 ms")),
        case("b", Status.WARNED, MILD),
    )
    accepted = accept(again, known)
    assert [one.status for one in accepted.cases] == [Status.PASSED, Status.PASSED]
    assert accepted.summary.passed == 2
    assert accepted.notes == ("2 findings accepted by the baseline",)


def test_what_is_new_fails_and_what_is_gone_is_told(tmp_path):
    known = saved(tmp_path, case("a", Status.FAILED, OLD))
    accepted = accept(run_of(case("a", Status.FAILED, NEW), case("c", Status.ERRORED, NEW)), known)
    assert [one.status for one in accepted.cases] == [Status.FAILED, Status.ERRORED]
    assert "1 entry of the baseline no longer found" in accepted.notes[0]
    both = accept(run_of(case("a", Status.FAILED, OLD, NEW)), known)
    assert both.cases[0].status is Status.FAILED
    assert [one.severity for one in both.cases[0].findings] == [Severity.NOTE, Severity.ERROR]


def test_an_advisory_case_stays_one(tmp_path):
    known = saved(tmp_path, case("a", Status.WARNED, MILD))
    mixed = accept(run_of(case("a", Status.WARNED, MILD, NEW)), known)
    assert mixed.cases[0].status is Status.WARNED


@pytest.mark.parametrize(
    "text", [None, "{", "[]", json.dumps({"schema": "x"}), f'{{"schema": "{SCHEMA}"}}']
)
def test_a_file_that_is_not_a_baseline_is_told_before_anything_runs(tmp_path, text):
    path = tmp_path / "b.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(FileProblemsError) as caught:
        load_audit_baseline(path)
    assert caught.value.code == "audit-baseline-unusable"
