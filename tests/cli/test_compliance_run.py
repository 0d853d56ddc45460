"""``mcptest compliance run``: a grade, its gates, and what they do to the exit code."""

import json
import sys
from pathlib import Path

import pytest

from mcptest.cli.output.known_rules import rule_infos
from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
MOCK = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(RECORDS)]
PIN = ["--spec-version", "v2024-11-05"]


@pytest.fixture
def graded(cli):
    def run(*flags, broken=None):
        server = [*MOCK, *(["--break", broken, *PIN] if broken else [])]
        said = cli("compliance", "run", *PIN, "--format", "json", *flags, "--", *server)
        return said, json.loads(said.out)

    return run


def failed_rules(document):
    return [rule["id"] for rule in document["compliance"]["rules"] if rule["status"] == "failed"]


def test_a_healthy_server_gets_the_best_grade_and_keeps_its_scorecard(graded, tmp_path):
    card = tmp_path / "card.json"
    said, document = graded("--strict", "--save-scorecard", card)
    assert said.code == 0
    assert validator(document_schema("run")).errors(document) == []
    assert document["command"] == "compliance run"
    assert document["compliance"]["grade"].startswith("A")
    assert [gate["name"] for gate in document["compliance"]["gates"]] == ["strict"]
    saved = json.loads(card.read_text())
    assert validator(document_schema("scorecard")).errors(saved) == []


def test_a_broken_rule_fails_unless_it_is_expected(graded, tmp_path):
    said, document = graded(broken="PROTO-001")
    assert said.code == 1
    rules = failed_rules(document)
    assert rules
    baseline = tmp_path / "baseline.yml"
    baseline.write_text("".join(f"- {{rule: {rule}, reason: known}}\n" for rule in rules))
    said, document = graded("--baseline", baseline, broken="PROTO-001")
    assert said.code == 0
    assert document["compliance"]["gates"][0]["passed"]
    assert "expected failure: known" in json.dumps(document["cases"])


def test_an_expected_failure_that_passes_now_is_red(graded, tmp_path):
    baseline = tmp_path / "baseline.yml"
    baseline.write_text("- {rule: PROTO-001, reason: known}\n")
    said, document = graded("--baseline", baseline)
    assert said.code == 1
    [gate] = document["compliance"]["gates"]
    assert (gate["passed"], "PROTO-001" in gate["note"]) == (False, True)


def test_a_suite_brings_its_pin_and_its_gates(cli, tmp_path):
    card = tmp_path / "card.json"
    path = tmp_path / "s.mcptest.yml"
    compliance = {"spec_version": "v2024-11-05", "grade_delta": {"against": "card.json"}}
    path.write_text(json.dumps({"server": {"command": MOCK}, "compliance": compliance}))
    flags = ["--from-suite", path, "--format", "json", "--save-scorecard", card]
    first = json.loads(cli("compliance", "run", *flags).out)
    assert first["compliance"]["spec_version"] == "v2024-11-05"
    assert first["compliance"]["gates"][0]["passed"]
    second = cli("compliance", "run", *flags)
    assert second.code == 0
    card.write_text("not a scorecard")
    assert cli("compliance", "run", *flags).code == 2


def test_a_server_that_is_not_there_is_three(cli):
    assert cli("compliance", "run", "--", "no-such-program-zz").code == 3


@pytest.mark.parametrize(
    ("command", "some", "none"),
    [
        ("schema-lint", "SCH-001", "PROTO-001"),
        ("compliance run", "PROTO-001", "SCH-001"),
        ("run", None, "SCH-001"),
    ],
)
def test_a_report_may_declare_the_rules_of_its_command(command, some, none):
    infos = rule_infos(command)
    known = {info.id for info in infos}
    assert some is None or some in known
    assert none not in known
    assert all(info.title and info.severity in {"error", "warning", "note"} for info in infos)


def test_a_suites_own_tests_run_beside_the_grade(cli, tmp_path):
    suite = tmp_path / "checks.mcptest.yml"
    suite.write_text(
        f"server: {{command: {json.dumps(MOCK)}}}\n"
        "compliance:\n"
        "  spec_version: v2024-11-05\n"
        "  tests:\n"
        "    - {name: PROTO-001}\n"
        "    - {name: PROTO-001 by name, expect: [{target: result.serverInfo.name,"
        " matcher: {exact: nobody}}]}\n"
        "    - {name: it lists, check: tools/list}\n"
        "    - {name: no such method, check: mcptest/nothing}\n"
    )
    said = cli("compliance", "run", "--from-suite", suite, "--format", "json")
    document = json.loads(said.out)
    status = {case["name"]: case["status"] for case in document["cases"]}
    assert said.code == 1
    assert status["it lists"] == "passed"
    assert status["no such method"] == status["PROTO-001 by name"] == "failed"
    assert document["compliance"]["grade"].startswith("A")
    ids = [case["id"] for case in document["cases"]]
    assert ids.count("compliance::default::PROTO-001") == 1
