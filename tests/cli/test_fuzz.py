"""``mcptest fuzz``."""

import json
import sys
from types import SimpleNamespace

import pytest

from mcptest.cli.commands import fuzz as command
from mcptest.fuzz.hunt import Tally

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [
    {"name": "echo", "inputSchema": TEXT, "response": {"text": "ok"}},
    {"name": "delete_note", "inputSchema": TEXT},
    {"name": "create_note", "inputSchema": TEXT},
]


@pytest.fixture
def fuzz(cli, tmp_path):
    def call(*words, tools=TOOLS, overrides=None, fault=None):
        mock = tmp_path / "mock.json"
        mock.write_text(json.dumps({"mock_server": {"tools": tools}}))
        more = ["--fault", fault] if fault else []
        if overrides:
            path = tmp_path / "overrides.json"
            path.write_text(json.dumps(overrides))
            more += ["--overrides", path]
        server = [sys.executable, "-m", "mcptest.mock", mock, *more]
        seeds = ["--seeds", tmp_path / "seeds.json"]
        return cli("fuzz", "--cases", "12", *seeds, *words, "--", *server)

    return call


def test_tools_that_are_not_listed_fail_the_fuzz_and_are_not_called_missing(fuzz):
    error = {"code": -32603, "message": "not today"}
    said = fuzz("--format", "json", overrides=[{"on": "tools/list", "error": error}])
    [case] = json.loads(said.out)["cases"]
    assert (said.code, case["status"], case["findings"][0]["id"]) == (
        1,
        "failed",
        "tools-not-listed",
    )
    assert "not today" in case["findings"][0]["message"]


def test_one_case_per_tool_and_what_may_not_be_called_is_skipped(fuzz):
    said = fuzz("--format", "json", "--seed", "5")
    document = json.loads(said.out)
    assert (said.code, document["command"], document["seed"]) == (0, "fuzz", 5)
    found = {case["name"]: (case["lane"], case["status"]) for case in document["cases"]}
    assert found == {
        "echo": ("fuzz", "passed"),
        "delete_note": ("fuzz", "skipped"),
        "create_note": ("fuzz", "skipped"),
    }
    cases = {case["name"]: case["targets"] for case in document["cases"]}
    assert cases["echo"]["fuzz.cases_run"] == 12
    assert cases["create_note"]["fuzz.cases_run"] == 1


def test_a_finding_is_an_entry_and_a_seed(fuzz, tmp_path):
    broken = [{"on": "tools/call", "when": {"params": {"arguments": {"text": ""}}}, "exit": 1}]
    said = fuzz("--tool", "echo", "--cases", "120", overrides=broken)
    assert said.code == 1
    assert "tools:" in said.out
    assert '"text": ""' in said.out
    kept = json.loads((tmp_path / "seeds.json").read_text())
    assert kept["seeds"][0]["arguments"] == {"text": ""}


def test_a_dry_run_calls_nothing(fuzz):
    said = fuzz("--dry-run")
    assert said.code == 0
    assert [line.partition(" (")[0] for line in said.out.splitlines()] == [
        "echo: 12 calls",
        "delete_note: no call",
        "create_note: 1 call",
    ]


def test_wrong_words_are_told(fuzz):
    said = fuzz("--tool", "ecko")
    assert (said.code, "fuzz-unknown-tool" in said.err) == (2, True)


def test_nothing_to_fuzz_and_nothing_that_may_be(fuzz):
    assert fuzz(tools=[]).code == 7
    assert fuzz("--tool", "delete_note").code == 5


def test_a_server_that_does_not_shake_hands_is_a_verdict(cli, fuzz):
    assert fuzz("--max-call-ms", "100", "--time-budget", "60s", fault="garbage").code == 1
    assert cli("fuzz", "--", "no-such-command-anywhere").code == 3


def test_sequences_are_asked_for(fuzz):
    by_id = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    tools = [TOOLS[2], {"name": "get_note", "inputSchema": by_id}]
    said = fuzz("--sequences", "--time-budget", "60s", "--format", "json", tools=tools)
    names = [case["name"] for case in json.loads(said.out)["cases"]]
    assert names[0] == "create_note -> get_note"


def test_a_live_count_is_written_now_and_then(capsys, monkeypatch):
    now = iter([10.0, 10.01, 10.2])
    clock = SimpleNamespace(monotonic=lambda: next(now))  # the real one has other readers here
    monkeypatch.setattr(command, "time", clock)
    show = command._live_count("echo\x1b", 50)
    for cases in (1, 2, 3):
        show(Tally(cases=cases))
    err = capsys.readouterr().err
    assert [part.split("\x1b[K")[1] for part in err.split("\r")[1:]] == [
        "echo\\x1b: 1/50, 0 found",
        "echo\\x1b: 3/50, 0 found",
    ]
