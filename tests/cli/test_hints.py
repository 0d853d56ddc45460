"""``--hint``, ``--hints`` and ``compliance hints``: fixtures without a suite."""

import json
import sys
from pathlib import Path

import pytest
import yaml

from mcptest.compliance.hint_block import HintSearch
from mcptest.compliance.hint_values import load_hints, merged, parse_hints
from mcptest.errors import FileProblemsError, UsageError
from mcptest.model.spec_version import SpecVersion

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
PIN = ["--spec-version", "v2025-11-25"]
MOCK = [sys.executable, "-m", "mcptest", "mock"]
RULE = "UTIL-010"


@pytest.fixture
def decided(cli):
    def run(command, *flags):
        server = [*MOCK, "--tools-from", str(RECORDS)]
        only = ["--only", "compliance"] if command == ["audit"] else []
        said = cli(*command, *PIN, *only, "--format", "json", *flags, "--", *server)
        rules = json.loads(said.out)["compliance"]["rules"]
        return {rule["id"]: rule["status"] for rule in rules}

    return run


@pytest.mark.parametrize("command", [["compliance", "run"], ["audit"]])
def test_a_typed_hint_decides_rules(decided, command):
    assert decided(command)[RULE] == "skipped"
    assert decided(command, "--hint", "progress_tool=search_records")[RULE] == "passed"


def test_a_file_decides_the_same(decided, tmp_path):
    file = tmp_path / "hints.yml"
    file.write_text("progress_tool: {name: search_records, args: {query: alpha}}\n")
    assert decided(["compliance", "run"], "--hints", file)[RULE] == "passed"


def test_the_report_says_which_hint_would_decide_how_many_rules(cli):
    said = cli("compliance", "run", *PIN, "--", *MOCK, "--tools-from", str(RECORDS))
    assert "--hint KEY=VALUE): " in said.out
    assert "progress_tool " in said.out


def test_what_is_found_is_a_file_for_hints(cli, tmp_path):
    said = cli("compliance", "hints", *PIN, "--", *MOCK, "--break", "UTIL-013", *PIN)
    assert said.code == 0
    file = tmp_path / "hints.yml"
    file.write_text(said.out)
    found = load_hints(file)
    assert found["progress_tool"]["name"]
    assert found == yaml.safe_load(said.out)
    assert "# eliciting_tool: …" in said.out


def test_what_no_rule_needs_is_not_said_to_decide_rules():
    found = {"plain_tool": {"name": "greet", "args": {}}}
    search = HintSearch("s", SpecVersion.V2026_07_28, found)

    assert "For 0 rules" not in "\n".join(search.lines())


def test_a_server_that_cannot_be_reached_has_no_hints(cli):
    assert cli("compliance", "hints", "--", "mcptest-no-such-command").code == 3


def test_a_dot_leads_into_a_hint_and_what_is_typed_wins():
    typed = parse_hints(['tool_args.a={"x": 1}', "tool_args.b={}", "remote=true", "slow_tool=s"])
    assert typed == {
        "tool_args": {"a": {"x": 1}, "b": {}},
        "remote": True,
        "slow_tool": {"name": "s"},
    }
    file = {"tool_args": {"a": {}, "c": {}}, "remote": False}
    assert merged(file, typed)["tool_args"] == {"a": {"x": 1}, "b": {}, "c": {}}
    assert merged(file, typed)["remote"] is True


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("slow_tol=x", "hint-unknown"),
        ("zzz=x", "hint-unknown"),
        ("slow_tool", "hint-value"),
        ("slow_tool={", "hint-value"),
    ],
)
def test_a_bad_hint_is_a_usage_error(word, code):
    with pytest.raises(UsageError) as error:
        parse_hints([word])
    assert error.value.code == code


def test_an_unknown_hint_in_a_file_is_an_error_with_its_place(tmp_path):
    file = tmp_path / "hints.yml"
    file.write_text("slow_tol: {name: x}\n")
    with pytest.raises(FileProblemsError) as error:
        load_hints(file)
    assert error.value.problems[0].where.line == 1


def test_every_hint_that_can_decide_a_rule_on_the_server_is_named(cli):
    said = cli("compliance", "hints", *PIN, "--", *MOCK, "--break", "UTIL-013", *PIN).out
    assert "# failing_resource: …" in said
    assert "tokens" not in said  # of another transport
    assert "# task_tool" not in said  # of a capability that is not declared
