"""Every bench runs in its smallest form; what it measures is not judged here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benches import (
    audit,
    bare_client,
    calls,
    clients,
    cost,
    grade,
    lint,
    measured,
    page,
    peers,
    record,
    recorder_killed,
    replay,
    sdk_client,
    startup,
    suite,
    verdicts,
)
from benches import run as all_of_them

pytestmark = pytest.mark.timeout(90)  # they start many processes, on a machine that may be busy


def test_start_up_is_told_as_ratios() -> None:
    told = list(startup.lines(rounds=1))
    assert sum("goal" in line for line in told) == 3


def test_throughput_is_told_against_the_bare_client() -> None:
    told = list(calls.lines(calls=64, rounds=1, sdk_python=Path("not there")))
    assert "SDK client is not here" in told[0]
    assert sum("of bare" in line and "goal" in line for line in told) == 3
    assert sum(line.startswith("HTTP") for line in told) == 2


def test_the_recorder_is_told_against_a_direct_connection(monkeypatch) -> None:
    monkeypatch.setattr(record, "EVERYTHING", Path("not there"))
    monkeypatch.setattr(record, "REAL", Path("not there"))
    machine, *told = record.lines(calls=32, rounds=2)
    assert "processors" in machine
    assert [line.split(",")[0] for line in told] == ["bare echo", "bare echo", "bare HTTP echo"]
    assert all("added to a call" in line for line in told)


def test_whoever_is_killed_during_a_recorded_session_is_counted() -> None:
    told = list(recorder_killed.lines(2, seed=1))
    assert told[-1] == "2 of 2 good"
    assert told[0].startswith("stdio, client killed: 1 good")


def test_a_long_suite_is_told_with_its_overhead_and_memory() -> None:
    told = list(suite.lines(sizes=(2, 4), rounds=1))
    assert any("overhead of a test" in line for line in told)
    assert "KiB" in told[-2]
    assert "times a bare client" in told[-1]


def test_catalogs_of_published_servers_are_linted_where_they_are_there(tmp_path: Path) -> None:
    catalog = tmp_path / "small.tools.json"
    catalog.write_text(
        '{"tools": [{"name": "a"}, {"name": "b", "inputSchema": {"type": "object"}}]}'
    )
    told, linted = lint.lines(sizes=(3,), folder=tmp_path)
    assert told == "2 tools of published servers"
    assert linted.lstrip().startswith("3 tools: lint")
    assert next(lint.lines(sizes=(), folder=tmp_path / "none")) == "one tool that was made up"


def test_two_recordings_are_compared_rule_by_rule() -> None:
    before = {"a": {"exit": "0", "X-1": "passed"}, "gone": {}}
    after = {"a": {"exit": "0", "X-1": "failed", "X-2": "passed"}, "new": {}}
    assert list(verdicts.differences(before, after)) == [
        "a: X-1: passed, then failed",
        "a: X-2: absent, then passed",
        "gone: only before",
        "new: only after",
    ]


def test_a_grade_is_told_against_the_same_conversations_without_a_judge() -> None:
    told = list(grade.lines(servers=("mock",), rounds=1))
    assert "answers; a grade takes" in told[0]
    assert "of the slowest conversation" in told[-1]


def test_a_replay_follows_a_task_to_its_end(tmp_path: Path) -> None:
    """The server names its task anew, and needs another question than in the record."""
    (tmp_path / "1.log").write_text(
        '>{"id": 1, "method": "tools/call"}\n'
        '<{"id": 1, "result": {"task": {"taskId": "then", "status": "working"}}}\n'
        '>{"id": 2, "method": "tasks/get", "params": {"taskId": "then"}}\n'
        '<{"id": 2, "result": {"taskId": "then", "status": "completed"}}\n'
        '>{"id": 3, "method": "tasks/result", "params": {"taskId": "then"}}\n'
    )
    server = tmp_path / "server.py"
    server.write_text(
        "import json, sys\n"
        "states = iter(['working', 'working', 'completed'])\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    print(line, end='', file=open(sys.argv[1], 'a'))\n"
        "    about = {'taskId': 'now', 'status': next(states, 'gone')}\n"
        "    result = {'task': about} if said['method'] == 'tools/call' else about\n"
        "    print(json.dumps({'id': said['id'], 'result': result}), flush=True)\n"
    )
    (said,) = replay.conversations(tmp_path)
    replay.replay([sys.executable, str(server), str(tmp_path / "said")], said)
    heard = [json.loads(line) for line in (tmp_path / "said").read_text().splitlines()]
    assert [one["method"] for one in heard] == [
        "tools/call",
        "tasks/get",
        "tasks/get",
        "tasks/result",
    ]
    assert {one["params"]["taskId"] for one in heard[1:]} == {"now"}


def test_a_replay_answers_the_requests_of_the_server_by_their_own_ids(tmp_path: Path) -> None:
    (tmp_path / "1.log").write_text(
        '>{"id": 1, "method": "tools/call"}\n'
        '<{"id": 0, "method": "roots/list"}\n'
        '>{"id": 0, "result": {"roots": []}}\n'
        '<{"id": 1, "result": {}}\n'
    )
    asking = (
        "import json, sys\n"
        "read = lambda: json.loads(sys.stdin.readline())\n"
        "say = lambda message: print(json.dumps(message), flush=True)\n"
        "call = read()\n"
        "say({'id': 'mine', 'method': 'roots/list'})\n"
        "assert read()['id'] == 'mine'\n"
        "say({'id': call['id'], 'result': {}})\n"
        "import threading\n"
        "threading.Event().wait()\n"
    )
    [said] = replay.conversations(tmp_path)

    assert replay.answers(said) == 1
    assert replay.replay([sys.executable, "-c", asking], said) < 30


def test_an_audit_is_told_with_its_starts_and_what_they_cost() -> None:
    _, told = audit.lines(servers=("mock",))
    name, starts, generations, *_ = told.split()
    assert name == "mock"
    assert 0 < int(generations) <= int(starts)


def test_scenarios_for_clients_are_told_with_what_each_costs() -> None:
    one, whole, goal = clients.lines(revisions=("2025-11-25",), selected=("plain", "ping"))
    assert one.startswith("2025-11-25: 4 scenarios, ")
    assert whole.startswith("all: 4 scenarios, ")
    assert "goal 30 s" in goal


def test_starts_that_wait_for_no_answer_are_one_generation() -> None:
    assert audit.generations([0.0, 0.1, 0.9, 1.0], [500.0, None, 400.0, 400.0]) == 2
    assert audit.generations([0.0, 1.0, 2.0], [100.0, 100.0, 100.0]) == 3
    assert audit.generations([], []) == 0


def test_a_grader_that_is_not_here_is_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "node").mkdir()
    monkeypatch.setattr(peers, "REAL", tmp_path)
    absent = peers.Grader("nobody", "0", "none", lambda: False, peers.ours)
    assert list(peers.lines([absent]))[-1] == "| nobody | | | not installed here | | |"


def test_without_the_reference_server_nothing_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "REAL", tmp_path)
    assert "make test-real" in "".join(peers.lines())


def test_a_command_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError):
        cost.once((*cost.MCPTEST, "run", "not-there.yml"))


def test_the_page_is_told_in_six_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page.shutil, "which", lambda _name: None)  # no browser in this test
    told = list(page.lines(calls=3, messages=10))
    words = ("served", "KB", "first paint", "listener", "calls", "MiB")
    assert all(word in line for line, word in zip(told, words, strict=True)), told


@pytest.mark.parametrize("module", [bare_client, measured, sdk_client, all_of_them])
def test_the_scripts_say_what_they_are_for(module: object) -> None:
    assert module.__doc__
