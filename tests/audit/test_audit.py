"""An audit of one server: every stage in one run document, and one screen for people."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "examples/mocks/records.yml"
MOCK = [sys.executable, "-m", "mcptest.mock", str(RECORDS)]


def audited(capsys, *flags, command=MOCK):
    code = run(["audit", "--format", "json", *flags, "--", *command])
    return code, json.loads(capsys.readouterr().out)


def test_a_healthy_server_gets_the_best_grade_and_no_failure(capsys):
    code, document = audited(capsys, "--seed", "7")

    assert code == 0
    assert validator(document_schema("run")).errors(document) == []
    assert document["compliance"]["grade"] == "A+"
    assert document["compliance"]["spec_version"] == "v2026-07-28"
    assert document["seed"] == 7
    lanes = {case["lane"] for case in document["cases"]}
    assert lanes == {"compliance", "schema-lint", "probe", "negative_path", "fuzz"}
    assert [case for case in document["cases"] if case["status"] == "failed"] == []


def test_a_destructive_tool_is_never_called(capsys):
    _, document = audited(capsys)

    assert [c for c in document["calls"] if c["tool"] == "delete_record" and c["called"]] == []
    skipped = {case["id"]: case["skip"] for case in document["cases"] if case["skip"]}
    assert skipped["negative_path::default::delete_record"]["reason"] == "refused-by-policy"


def test_stages_can_be_chosen(capsys):
    _, only = audited(capsys, "--only", "lint")
    _, most = audited(capsys, "--skip", "fuzz", "--skip", "compliance", "--skip", "negative")

    assert {case["lane"] for case in only["cases"]} == {"schema-lint"}
    assert {case["lane"] for case in most["cases"]} == {"schema-lint", "probe"}
    assert only["compliance"] is None


@pytest.mark.parametrize(
    "flags",
    [("--only", "lint", "--skip", "lint"), ("--only", "lint", "--fail-under", "B")],
)
def test_flags_that_leave_nothing_are_refused(flags, capsys):
    assert run(["audit", *flags, "--", *MOCK]) == 2


def test_a_grade_may_be_demanded(capsys):
    code, document = audited(capsys, "--only", "compliance", "--fail-under", "A+")

    assert code == 0
    assert [gate["name"] for gate in document["compliance"]["gates"]] == ["fail-under"]


def test_every_revision_can_be_graded(capsys):
    _, document = audited(capsys, "--only", "compliance", "--all-revisions")

    graded = [one["spec_version"] for one in document["compliance"]["revisions"]]
    assert graded[0] == "v2024-11-05"
    assert graded[-1] == document["compliance"]["spec_version"]


def test_the_summary_fits_on_one_screen(capsys):
    assert run(["audit", "--", *MOCK]) == 0

    text = capsys.readouterr().out
    assert text.startswith("records: stdio, protocol 2026-07-28\ngrade A+")
    assert len(text.splitlines()) <= 40
    assert "not tested:" in text


def test_a_server_that_never_shakes_hands_is_judged_not_an_error(capsys):
    mute = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    code, document = audited(capsys, "--timeout", "1s", command=mute)

    assert code == 1
    assert document["compliance"]["grade"] == "F"
    assert "no session could be opened" in document["notes"][0]


def test_a_command_that_is_not_there_is_unreachable(capsys):
    assert run(["audit", "--", "mcptest-no-such-command"]) == 3


def test_a_faulty_server_shows_its_worst_findings_with_their_fix(capsys):
    code = run(["audit", "--timeout", "2s", "--skip", "fuzz", "--", *MOCK, "--fault", "crash"])

    text = capsys.readouterr().out
    assert code == 1
    assert "error[" in text
