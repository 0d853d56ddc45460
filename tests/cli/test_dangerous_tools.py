"""What each command does to a server full of dangerous tools, counted by the server itself."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.servers.dangerous import DESTRUCTIVE, MUTATING, READING, TOOLS, UNKNOWN, calls_in, names

# Whole audits of sixty tools; each stage is traced in the tests of its own room.
pytestmark = pytest.mark.untraced
SERVER = Path(__file__).parents[1] / "servers" / "dangerous.py"
COMMANDS = {
    "audit": ("audit", "--all-revisions"),
    "compliance run": ("compliance", "run", "--all-revisions"),
    "fuzz": ("fuzz", "--cases", "12", "--sequences"),
    "probe": ("probe",),
    "scaffold": ("scaffold",),
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """What a command leaves behind goes with the test."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def called(cli, tmp_path):
    """Run a command on the server; the calls of each tool."""
    log = tmp_path / "calls.ndjson"

    def run(*argv, codes=(0, 1)):
        server = ["--", sys.executable, SERVER, log]
        said = cli(*argv, *server)
        assert said.code in codes, said.err
        return Counter(calls_in(log))

    return run


def assert_careful(calls, *, destructive=0):
    assert {name: calls[name] for name in names(DESTRUCTIVE)} == dict.fromkeys(
        names(DESTRUCTIVE), destructive
    )
    for name in names(MUTATING) | names(UNKNOWN):
        assert calls[name] <= 1, name


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_destructive_tools_are_not_called_and_the_others_once(called, command):
    calls = called(*command)
    assert_careful(calls)
    often = 3 if "fuzz" in command else 0  # an audit leaves off where a server is slow
    assert all(calls[name] > often for name in names(READING))


@pytest.mark.parametrize("command", [COMMANDS["audit"], COMMANDS["probe"], COMMANDS["fuzz"]])
def test_with_the_flag_each_destructive_tool_is_called_once_in_the_whole_run(called, command):
    assert_careful(called(*command, "--execute-destructive"), destructive=1)


def test_a_tool_that_nothing_speaks_for_is_fuzzed_on_demand(called):
    calls = called(*COMMANDS["fuzz"], "--fuzz-presumed")
    assert all(calls[name] > 3 for name in names(UNKNOWN))
    assert all(calls[name] <= 1 for name in names(MUTATING))
    assert not any(calls[name] for name in names(DESTRUCTIVE))


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_only_what_declares_itself_read_only_is_called(called, command):
    calls = called(*command, "--call-only", "declared", "--execute-destructive", "--fuzz-presumed")
    assert set(calls) == {"summary"}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_nothing_is_called_at_all(called, command, tmp_path):
    called(*command, "--call-only", "none", "--execute-destructive", codes=(0, 1, 5))
    assert not (tmp_path / "calls.ndjson").exists()


def suite(tmp_path, body):
    path = tmp_path / "mcptest.yml"
    command = [sys.executable, str(SERVER), str(tmp_path / "calls.ndjson")]
    path.write_text(f"server: {{command: {json.dumps(command)}}}\n{body}", encoding="utf-8")
    return path


def test_propose_calls_a_tool_that_reads_twice_and_the_others_once(cli, tmp_path):
    tests = "".join(
        f"  - {{name: '{one['name']} {n}', tool: '{one['name']}', args: {{id: a}}}}\n"
        for one in TOOLS
        for n in (1, 2)
    )
    assert cli("propose", suite(tmp_path, f"tools:\n{tests}")).code == 0
    calls = Counter(calls_in(tmp_path / "calls.ndjson"))
    assert_careful(calls)
    assert all(calls[name] == 4 for name in names(READING))


def fleet(tmp_path):
    path = tmp_path / "fleet.yml"
    command = [sys.executable, str(SERVER), str(tmp_path / "calls.ndjson")]
    block = {"servers": {"one": {"command": command, "suite": "mcptest.yml"}}}
    path.write_text(json.dumps(block), encoding="utf-8")
    return path


BLOCK = """
tools:
  - {name: bad input, tool: pay_invoice, args: {id: a}, negative_path: {checks: [wrong_type]}}
"""


@pytest.mark.parametrize(("flags", "expected"), [((), 0), (("--execute-destructive",), 1)])
def test_a_fleet_counts_the_audit_and_the_suite_together(cli, tmp_path, flags, expected):
    suite(tmp_path, BLOCK)
    stages = ("--only", "probe", "--only", "negative", "--only", "suite")
    assert cli("fleet", "run", fleet(tmp_path), *stages, *flags).code in {0, 1}
    assert_careful(Counter(calls_in(tmp_path / "calls.ndjson")), destructive=expected)


@pytest.mark.parametrize("kind", ["negative_path: {checks: [all]}", "fuzz: {cases: 20}"])
def test_a_block_on_a_destructive_tool_calls_it_once_with_the_flag_and_never_without(
    cli, tmp_path, kind
):
    path = suite(tmp_path, f"tools: [{{name: n, tool: xdel, args: {{id: a}}, {kind}}}]\n")
    assert cli("run", path).code in {0, 1, 5}
    assert calls_in(tmp_path / "calls.ndjson") == []
    assert cli("run", path, "--execute-destructive").code in {0, 1}
    assert calls_in(tmp_path / "calls.ndjson") == ["xdel"]


@pytest.mark.parametrize("name", ["hset", "frobnicate"])
def test_a_block_is_consent_for_a_tool_that_is_not_destructive(cli, tmp_path, name):
    path = suite(tmp_path, f"tools: [{{name: n, tool: {name}, fuzz: {{cases: 5}}}}]\n")
    cli("run", path)
    assert len(calls_in(tmp_path / "calls.ndjson")) == 5


def test_the_suite_can_say_what_may_be_called(cli, tmp_path):
    body = "run_options: {call_only: declared}\ntools: [{name: n, tool: hset, fuzz: {cases: 5}}]\n"
    cli("run", suite(tmp_path, body))
    assert calls_in(tmp_path / "calls.ndjson") == []


@pytest.mark.parametrize(
    "command", [("audit", "--only", "probe"), ("compliance", "run"), ("probe",), ("scaffold",)]
)
def test_a_command_on_a_server_of_a_suite_heeds_its_run_options(cli, tmp_path, command):
    path = suite(tmp_path, "run_options: {call_only: declared}\n")
    assert cli(*command, "--from-suite", path).code in {0, 1}
    assert set(calls_in(tmp_path / "calls.ndjson")) == {"summary"}
