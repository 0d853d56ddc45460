"""``--dry-run`` tells every call that would be made, and makes none."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.servers.dangerous import DESTRUCTIVE, MUTATING, READING, TOOLS, UNKNOWN, calls_in, names

from mcptest.report.schemas import document_schema
from mcptest.schema.validate import validator

SERVER = Path(__file__).parents[1] / "servers" / "dangerous.py"
COMMANDS = [("audit",), ("compliance", "run"), ("probe",), ("fuzz",)]


@pytest.fixture
def plan(cli, tmp_path, monkeypatch):
    """The document of a command with --dry-run, and that nothing was called."""
    monkeypatch.chdir(tmp_path)
    log = tmp_path / "calls.ndjson"

    def run(*argv):
        said = cli(*argv, "--dry-run", "--format", "json", "--", sys.executable, SERVER, log)
        assert said.code == 0
        assert not log.exists()
        found = json.loads(said.out)
        assert validator(document_schema("plan")).errors(found) == []
        return found

    return run


def most(found):
    total = Counter()
    for call in found["calls"]:
        total[call["tool"]] += call["most"]
    return total


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_plan_has_every_tool_with_its_class_source_and_reason(plan, command):
    found = plan(*command)
    assert {call["tool"] for call in found["calls"]} == names(TOOLS)
    planned = most(found)
    assert all(planned[name] == 0 for name in names(DESTRUCTIVE))
    assert all(planned[name] <= 1 for name in names(MUTATING) | names(UNKNOWN))
    assert all(planned[name] for name in names(READING))
    assert found["most_calls"] == sum(planned.values())


def test_stages_that_leave_a_tool_alone_for_the_same_reason_share_a_line(cli, tmp_path):
    said = cli("audit", "--dry-run", "--", sys.executable, SERVER, tmp_path / "log")
    for block in said.out.split("\n  protocol ")[1:]:
        lines = block.splitlines()
        assert sum("not called" in line for line in lines if line.startswith("  ")) <= 1
    assert "  not called in valid calls, bad input and fuzz: the tool is called only" in said.out


@pytest.mark.untraced
def test_the_flags_change_the_plan(plan):
    assert most(plan("audit", "--execute-destructive"))["pay_invoice"] == 1
    assert most(plan("audit", "--fuzz-presumed"))["frobnicate"] > 1
    assert plan("audit", "--call-only", "none")["most_calls"] == 0
    assert plan("audit", "--max-calls", "7")["most_calls"] == 7
    only = plan("audit", "--call-only", "declared", "--only", "probe")
    assert {call["tool"] for call in only["calls"] if call["most"]} == {"summary"}


@pytest.mark.untraced
def test_an_audit_makes_no_more_calls_than_it_planned(plan, cli, tmp_path):
    planned = most(plan("audit"))
    log = tmp_path / "calls.ndjson"
    assert cli("audit", "--", sys.executable, SERVER, log).code in {0, 1}
    for name, made in Counter(calls_in(log)).items():
        assert made <= planned[name], name


def test_the_plan_is_readable_as_text(cli, tmp_path):
    log = tmp_path / "calls.ndjson"
    said = cli("audit", "--dry-run", "--", sys.executable, SERVER, log)
    assert 'pay_invoice: destructive (the name contains "pay"' in said.out
    assert "nothing was called" in said.err
    assert not log.exists()
