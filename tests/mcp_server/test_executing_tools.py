"""The tools that start servers: what they tell, how they are stopped, and that nothing is left."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.mcp_server.conftest import TINY

from mcptest.mcp_server import child, performing
from mcptest.mcp_server.definition import all_tools
from mcptest.mcp_server.digest import Digest
from mcptest.mock.caller import PendingCall
from mcptest.wire.process import tree

ECHO = "tools:\n  - {name: echo works, tool: echo, args: {text: a}, tags: [quick]}\n"
BAD = "  - {name: fail fails, tool: fail}\n"
RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
MOCK = [sys.executable, "-m", "mcptest.mock", str(RECORDS)]
SEARCH = "tools:\n  - name: search works\n    tool: search_records\n    args: {query: a}\n"
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("up", flush=True)
time.sleep(60)
"""
LEAVING = """
import subprocess, sys
print(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid, flush=True)
"""
ECHOING = """
import json, sys
graded = {"grade": "A", "score": 97.5, "spec_version": "draft"}
run = {"compliance": graded, "notes": sys.argv[1:], "summary": None}
print(json.dumps({"event": "run-finished", "run": run}))
"""
TOOLS = {tool.name: tool for tool in all_tools()}


def test_a_suite_that_holds_is_told_in_a_few_words(ask, suite):
    found = ask("run_suite", path=suite(ECHO))
    assert (found["verdict"], found["exit_code"], found["cases"]) == ("held", 0, [])
    assert found["summary"]["passed"] == 1


def test_what_failed_is_told_with_its_finding_and_place(ask, suite):
    found = ask("run_suite", path=suite(ECHO + BAD))
    assert (found["verdict"], found["summary"]["failed"]) == ("failed", 1)
    [case] = found["cases"]
    assert (case["id"], case["status"]) == ("tools::default::fail fails", "failed")
    finding = case["findings"][0]
    assert (finding["file"], finding["line"]) == ("checks.mcptest.yml", 4)


def test_a_run_can_be_narrowed(ask, suite):
    path = suite(ECHO + BAD)
    assert ask("run_suite", path=path, filter="echo")["verdict"] == "held"
    assert ask("run_suite", path=path, tags=["quick"])["verdict"] == "held"
    assert "error[nothing-selected]" in ask("run_suite", path=path, filter="--help")


@pytest.mark.parametrize(
    ("body", "code"), [("tols: []", "suite-unknown-key"), ("tools: [", "suite-syntax")]
)
def test_a_suite_that_cannot_be_used_says_why(ask, suite, body, code):
    assert f"error[{code}]" in ask("run_suite", path=suite(body))


@pytest.mark.parametrize("tool", ["run_suite", "propose_assertions"])
def test_only_suites_of_the_folder_are_run(ask, tool):
    assert "error[agent-path-outside]" in ask(tool, path="../other.yml")


def test_a_server_that_cannot_be_started_is_told(ask):
    assert "error[" in ask("list_tools", command=["/no/such/program"])


def test_a_server_is_listed_by_command_and_by_suite(ask, suite):
    found = ask("list_tools", command=TINY)
    assert found["tools"][0]["name"] == "echo"
    assert ask("list_tools", suite=suite(ECHO), server="default") == found


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"command": ["x"], "url": "http://127.0.0.1:1/mcp"},
        {"command": ["x"], "server": "default"},
    ],
)
def test_a_server_is_named_in_exactly_one_way(ask, said):
    assert "error[server-choice]" in ask("list_tools", **said)


@pytest.mark.parametrize("said", [{"url": "http://a\0b/"}, {"command": ["a\0b"]}])
def test_a_word_that_no_command_line_can_hold_is_refused(ask, said):
    assert "error[agent-argument]" in ask("list_tools", **said)
    assert "error[agent-path-outside]" in ask("run_suite", path="a\0b")


def test_a_server_behind_an_address_is_asked_there(ask):
    assert "error[" in ask("list_tools", url="http://127.0.0.1:9/mcp")


def test_a_suite_is_scaffolded_and_its_assertions_proposed(ask, suite, folder):
    found = ask("scaffold_suite", command=MOCK)
    assert "wrote" in found["notes"]
    assert ask("validate_suite", text=found["suite"])["valid"] is True
    path = suite(SEARCH, command=MOCK)
    before = (folder / path).read_text()
    assert "expect" in ask("propose_assertions", path=path)["suite"]
    assert (folder / path).read_text() == before


def test_an_answer_is_bounded(ask, monkeypatch):
    monkeypatch.setattr(performing, "_MOST_OUTPUT", 10)
    assert "error[agent-answer-too-long]" in ask("list_tools", command=TINY)


def hanging(suite, folder):
    """A suite whose second test hangs, and the pipe that tells when it does."""
    os.mkfifo(folder / "mark")
    name = suite(ECHO + "  - {name: never, tool: hang, serial: true}\n")
    text = (folder / name).read_text()
    env = f"env: {{MARK: {folder / 'mark'}}}"
    (folder / name).write_text(text.replace("}\n", f", {env}}}\n", 1))
    return name


class Clock:
    """Goes as the real one, and jumps ahead when it is told to."""

    ahead = 0.0

    def monotonic(self):
        return time.monotonic() + self.ahead


def test_a_run_that_takes_too_long_tells_what_it_found_by_then(ask, suite, folder, monkeypatch):
    before = tree.descendants(os.getpid())
    path, clock = hanging(suite, folder), Clock()
    monkeypatch.setattr(child, "time", clock)

    def wait():
        (folder / "mark").read_text()
        clock.ahead = 1000.0

    threading.Thread(target=wait, daemon=True).start()
    found = ask("run_suite", path=path, timeout_seconds=900)
    assert (found["verdict"], found["reason"]) == ("stopped", "the time limit was reached")
    assert tree.descendants(os.getpid()) <= before


def test_a_run_that_nobody_waits_for_is_ended_with_its_servers(context, suite, folder):
    before = tree.descendants(os.getpid())
    path = hanging(suite, folder)
    caller = PendingCall()
    results = []

    def work():
        results.append(TOOLS["run_suite"].act({"path": path}, context, caller))

    worker = threading.Thread(target=work)
    worker.start()
    assert (folder / "mark").read_text() == "hanging"  # the call is in the server by now
    caller.gone.set()
    worker.join(25)
    assert results[0]["verdict"] == "stopped"
    assert tree.descendants(os.getpid()) <= before


def test_what_does_not_end_when_asked_is_killed(monkeypatch, tmp_path):
    monkeypatch.setattr(child, "GRACE", 0.2)
    monkeypatch.setattr(child, "_COMMAND", ("-c", STUBBORN))
    caller = PendingCall()

    def heard(line):
        caller.gone.set()

    ended = child.run_mcptest([], folder=tmp_path, seconds=20, caller=caller, on_line=heard)
    assert (ended.exit_code, ended.stopped) == (-9, "the client cancelled the call")


def test_a_line_past_the_limit_is_cut_and_the_next_is_whole(monkeypatch, tmp_path):
    monkeypatch.setattr(child, "_MOST_LINE", 10)
    monkeypatch.setattr(child, "_COMMAND", ("-c", "print('x' * 35); print('next')"))
    lines = []
    child.run_mcptest([], folder=tmp_path, seconds=20, caller=PendingCall(), on_line=lines.append)
    assert lines == [b"x" * 10, b"next\n"]


def test_a_command_that_ended_is_not_waited_for_where_another_holds_its_pipe(monkeypatch, tmp_path):
    monkeypatch.setattr(child, "_SETTLE", 0.2)
    monkeypatch.setattr(child, "_COMMAND", ("-c", LEAVING))
    lines = []
    ended = child.run_mcptest(
        [], folder=tmp_path, seconds=20, caller=PendingCall(), on_line=lines.append
    )
    os.kill(int(lines[0]), signal.SIGKILL)
    assert (ended.exit_code, ended.stopped) == (0, None)


def test_a_name_that_looks_like_an_option_is_a_name(ask, suite):
    assert ask("run_suite", path=suite(ECHO, name="--help.mcptest.yml"))["verdict"] == "held"


def test_a_command_that_says_nothing_is_told_by_its_code(context, monkeypatch):
    monkeypatch.setattr(child, "_COMMAND", ("-c", "raise SystemExit(4)"))
    with pytest.raises(Exception, match="code 4") as trouble:
        performing.output_of([], tail=(), context=context, caller=PendingCall(), seconds=20)
    assert trouble.value.code == "agent-command-failed"


def test_a_command_that_is_stopped_before_it_began_is_told(context, monkeypatch):
    monkeypatch.setattr(child, "_COMMAND", ("-c", "import time; time.sleep(60)"))
    with pytest.raises(Exception, match="time limit") as trouble:
        performing.judge([], tail=(), context=context, caller=PendingCall(), seconds=0.1)
    assert (trouble.value.code, "timeout_seconds" in trouble.value.hint) == ("agent-stopped", True)


def test_a_journal_that_is_none_gives_an_empty_digest():
    digest = Digest(PendingCall())
    for line in (b"{", b"[1]", b'{"event": "noted", "text": "x"}'):
        digest(line)
    assert not digest.has_begun
    assert digest.result(0, None)["verdict"] == "held"


def test_an_audit_tells_the_grade(ask, monkeypatch):
    """What a command line would be given is told as a note, and a grade comes back."""
    monkeypatch.setattr(child, "_COMMAND", ("-c", ECHOING))
    found = ask("audit_server", url="http://127.0.0.1:1/mcp", timeout_seconds=200)
    assert (found["grade"], found["score"], found["spec_version"]) == ("A", 97.5, "draft")
    assert found["notes"] == ["audit", "--url=http://127.0.0.1:1/mcp", "--format=ndjson"]


def test_a_long_text_says_how_long_it_was(ask, suite):
    long = f"tools:\n  - {{name: a, tool: echo, args: {{text: {'x' * 900}}}, expect: [{{target: text, matcher: {{exact: b}}}}]}}\n"
    [case] = ask("run_suite", path=suite(long))["cases"]
    assert case["findings"][0]["actual"].endswith("… (900 characters)")
