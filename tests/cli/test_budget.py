"""A call budget that ran out is never green where something was asked for by name."""

import json
import sys
from pathlib import Path

import pytest

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
MOCK = [sys.executable, "-m", "mcptest", "mock", "--tools-from", str(RECORDS)]
BLOCKS = {"negative_path": "{}", "fuzz": "{cases: 9}"}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["probe", "fuzz"])
def test_a_command_that_may_call_nothing_is_refused_as_a_whole(cli, command):
    said = cli(command, "--max-calls", "0", "--format", "json", "--", *MOCK)
    document = json.loads(said.out)
    assert (said.code, document["exit_code"]) == (5, 5)
    assert {case["status"] for case in document["cases"]} == {"skipped"}


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize(("calls", "code"), [(0, 5), (2, 1), (200, 0)])
def test_a_block_of_a_suite_fails_where_it_could_not_be_finished(cli, tmp_path, block, calls, code):
    suite = tmp_path / "checks.mcptest.yml"
    test = f"{{name: one, tool: search_records, args: {{query: x}}, {block}: {BLOCKS[block]}}}"
    suite.write_text(f"server: {{command: {json.dumps(MOCK)}}}\ntools: [{test}]\n")
    said = cli("run", suite, "--max-calls", calls, "--format", "json")
    (case,) = json.loads(said.out)["cases"]
    ids = [finding["id"] for finding in case["findings"] if finding["severity"] == "error"]
    assert (said.code, ids) == (code, ["budget-exhausted"] if code == 1 else [])
    if calls:
        assert case["targets"][f"{block}.gate_passed"] == int(code == 0)


@pytest.mark.untraced
@pytest.mark.parametrize(
    "command",
    [["compliance", "run", "--strict"], ["audit", "--only", "compliance", "--fail-under", "A"]],
    ids=["strict", "fail-under"],
)
def test_a_gate_on_the_grade_fails_where_calls_were_left(cli, command):
    pin = ["--spec-version", "v2025-11-25", "--format", "json"]
    said = cli(*command, *pin, "--max-calls", "1", "--", *MOCK)
    gates = {g["name"]: g["passed"] for g in json.loads(said.out)["compliance"]["gates"]}
    assert (said.code, gates["budget"]) == (1, False)
    said = cli(*command, *pin, "--", *MOCK)
    assert "budget" not in said.out
    assert said.code == 0


def test_rules_that_had_no_call_left_say_so(cli):
    flags = ["--spec-version", "v2025-11-25", "--max-calls", "0", "--format", "json"]
    said = cli("compliance", "run", *flags, "--", *MOCK)
    rules = json.loads(said.out)["compliance"]["rules"]
    reasons = {r["reason"]["reason"] for r in rules if r["reason"]}
    assert "budget-exhausted" in reasons
    assert "refused-by-policy" not in reasons
