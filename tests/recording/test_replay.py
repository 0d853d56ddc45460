"""A recording served back: the same answers, in their place, and a clear word where there is none."""

import asyncio
import json

import pytest
from tests.recording.written import (
    OPENING,
    asks,
    calls,
    fails,
    frames,
    recording,
    replies,
    save,
    says,
    tells,
    text,
)

from mcptest.cli.main import run as mcptest
from mcptest.mock.envelope import classify, read_message
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.player import Playbook, Timing
from mcptest.recording.replay.script import scripts_of
from mcptest.recording.replay.server import replay_target
from mcptest.wire.session import open_session


def player(found, matching=Matching.STRICT, timing=Timing.FAST):
    return Playbook(found, matching, timing).player()


def heard(one, said):
    """The messages that come back to one message."""
    return [out.message for out in one.hear(classify(said[1]))]


def test_an_answer_carries_the_id_of_the_request_made_now():
    one = player(recording(*OPENING, calls(1, "echo", a=1), replies(1, text("x"))))
    assert heard(one, calls("new", "echo", a=1.0)) == [replies("new", text("x"))[1]]


def test_repeated_requests_get_their_answers_in_order_and_then_the_last():
    one = player(
        recording(calls(1, "t"), replies(1, text("a")), calls(2, "t"), replies(2, text("b")))
    )
    said = [heard(one, calls(9, "t"))[0]["result"]["content"][0]["text"] for _ in range(4)]
    assert said == ["a", "b", "b", "b"]


def test_each_client_begins_with_a_session_of_its_own():
    second = frames(calls(1, "t"), replies(1, text("second")), session="p-2")
    book = Playbook(
        recording(calls(1, "t"), replies(1, text("first")), more=second),
        Matching.STRICT,
        Timing.FAST,
    )
    players = [book.player() for _ in range(3)]
    said = [heard(one, calls(5, "t"))[0]["result"]["content"][0]["text"] for one in players]
    assert said == ["first", "second", "first"]


def test_notifications_come_before_the_answer_with_the_token_of_now():
    progress = {"progressToken": "old", "progress": 1}
    found = recording(
        asks(1, "tools/call", {"name": "t", "_meta": {"progressToken": "old"}}),
        says("notifications/progress", progress),
        says("notifications/message", {"data": "x"}),
        replies(1, text("x")),
        says("notifications/cancelled", {"requestId": 1}),
    )
    one = player(found)
    asked = asks(7, "tools/call", {"name": "t", "_meta": {"progressToken": "new"}})
    came = heard(one, asked)
    assert [message.get("method") for message in came] == [
        "notifications/progress",
        "notifications/message",
        None,
        "notifications/cancelled",
    ]
    assert came[0]["params"]["progressToken"] == "new"
    assert came[3]["params"]["requestId"] == 7


def test_a_request_of_the_server_waits_for_the_client():
    found = recording(
        calls(1, "t"),
        says("sampling/createMessage", {"maxTokens": 1}, number="s"),
        ("client", {"jsonrpc": "2.0", "id": "s", "result": {}}),
        replies(1, text("x")),
    )
    one = player(found)
    [asked] = heard(one, calls(3, "t"))
    assert asked["method"] == "sampling/createMessage"
    assert heard(one, ("client", {"jsonrpc": "2.0", "id": "other", "result": {}})) == []
    answer = ("client", {"jsonrpc": "2.0", "id": "s", "result": {}})
    assert heard(one, answer) == [replies(3, text("x"))[1]]


def test_a_client_is_not_asked_for_what_it_did_not_declare():
    found = recording(
        asks(0, "initialize", {"capabilities": {"sampling": {}}}),
        replies(0, {}),
        calls(1, "t"),
        says("sampling/createMessage", {"maxTokens": 1}, number="s"),
        ("client", {"jsonrpc": "2.0", "id": "s", "result": {}}),
        replies(1, text("x")),
    )
    one = player(found)
    heard(one, asks(5, "initialize", {"capabilities": {}}))
    assert heard(one, calls(6, "t")) == [replies(6, text("x"))[1]]


def test_what_follows_a_notification_follows_it_again():
    one = player(
        recording(tells("notifications/initialized"), says("notifications/tools/list_changed"))
    )
    assert [m["method"] for m in heard(one, tells("notifications/initialized"))] == [
        "notifications/tools/list_changed"
    ]
    assert heard(one, tells("notifications/other")) == []


def test_an_unknown_request_is_told_the_nearest():
    one = player(
        recording(calls(1, "echo", a=1, b="x"), replies(1, {}), calls(2, "other"), replies(2, {}))
    )
    [message] = heard(one, calls(3, "echo", a=1, b="y", c=2))
    assert message["error"]["code"] == -32602
    assert message["error"]["data"]["differences"] == [
        '/arguments/b: recorded "x", got "y"',
        "/arguments/c is not in the recorded request",
    ]
    [message] = heard(one, calls(4, "echo", a=1))
    assert message["error"]["data"]["differences"] == ["/arguments/b is missing"]
    [message] = heard(one, asks(5, "prompts/list"))
    assert (message["error"]["code"], message["id"]) == (-32601, 5)
    assert heard(one, asks(6, "ping"))[0]["result"] == {}


def test_relaxed_matching_ignores_what_changes_every_time():
    found = recording(
        calls(1, "t", at="2026-01-01T00:00:00Z"),
        replies(1, text("x")),
        asks(2, "tools/list", {"cursor": "abc"}),
        replies(2, {"tools": []}),
    )
    now = calls(3, "t", at="2027-02-02T01:01:01Z")
    assert "error" in heard(player(found), now)[0]
    assert "result" in heard(player(found, Matching.RELAXED), now)[0]
    assert "result" in heard(player(found, Matching.RELAXED), asks(4, "tools/list"))[0]


def test_a_masked_value_matches_any_other():
    found = recording(
        calls(
            1, "t", api_key="[redacted]", url="a=[redacted]&b=[redacted]!", rows=[["[redacted]"]]
        ),
        replies(1, text("x")),
    )
    fine = {"api_key": "anything", "url": "a=1&b=2!", "rows": [["x"]]}
    assert "result" in heard(player(found), calls(2, "t", **fine))[0]
    for wrong in ({"url": "b=1"}, {"url": "a=1!"}, {"rows": []}, {"rows": [[1]]}):
        assert "error" in heard(player(found), calls(3, "t", **{**fine, **wrong}))[0]


def test_real_timing_keeps_the_delays():
    found = recording(calls(1, "t"), says("notifications/message"), replies(1, {}))
    outs = player(found, timing=Timing.REAL).hear(classify(calls(2, "t")[1]))
    assert [out.delay_ms for out in outs] == [10, 10]


def test_a_server_that_died_dies_again():
    found = recording(calls(1, "t"), "the server exited with code 7")
    outs = player(found).hear(classify(calls(2, "t")[1]))
    assert [out.exit for out in outs] == [7]
    killed = recording(calls(1, "t"), "the server was killed by SIGKILL")
    assert player(killed).hear(classify(calls(2, "t")[1]))[0].exit == 1


def test_a_request_without_a_response_is_an_error():
    [message] = heard(player(recording(calls(1, "t"))), calls(2, "t"))
    assert message["error"]["code"] == -32000


def test_an_error_is_an_answer_like_any_other():
    [message] = heard(player(recording(calls(1, "t"), fails(1, -32602))), calls(2, "t"))
    assert message["error"]["code"] == -32602


def test_batches_and_bad_messages_are_answered():
    one = player(recording(calls(1, "t"), replies(1, text("x"))))
    batch = read_message(json.dumps([calls(1, "t")[1], calls(2, "t")[1]]).encode())
    assert [out.message["id"] for out in one.hear(batch)] == [1, 2]
    [out] = one.hear(read_message(b"{nonsense"))
    assert out.message["error"]["code"] == -32700


def test_text_on_stdout_and_http_streams_find_their_place():
    over_http = [
        *frames(calls(1, "a"), stream="http-1"),
        *frames(calls(2, "b"), stream="http-2"),
        *frames(says("notifications/message"), stream="http-1"),
        *frames(replies(2, {}), stream="http-2"),
        *frames(replies(1, {}), stream="http-1"),
    ]
    found = recording(transport="http", more=over_http)
    [first, second] = scripts_of(found)["p-1"]
    assert [len(first.lines), len(second.lines)] == [2, 1]
    assert first.answer["id"] == 1


def test_a_session_of_ours_runs_on_a_replay():
    found = recording(
        *OPENING,
        asks(1, "tools/list"),
        replies(1, {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}),
        calls(2, "t"),
        replies(2, text("x")),
    )

    async def main():
        session = await open_session(replay_target(found, Matching.STRICT))
        try:
            listing = await session.list_all("tools")
            reply = await session.request("tools/call", {"name": "t", "arguments": {}})
            return len(listing.items), reply.result["content"][0]["text"]
        finally:
            await session.close()

    assert asyncio.run(main()) == (1, "x")


def test_a_run_is_recorded_and_replayed(tmp_path, suite_of_tiny, capsys):
    tapes = tmp_path / "tapes"
    assert mcptest(["run", str(suite_of_tiny), "--record", str(tapes)]) == 0
    file = tapes / "default.ndjson"
    assert '"stream":"stdin"' in file.read_text()
    suite_of_tiny.write_text(suite_of_tiny.read_text().replace("tiny.py", "gone.py"))
    assert mcptest(["run", str(suite_of_tiny), "--replay", str(tapes)]) == 0
    file.unlink()
    assert mcptest(["run", str(suite_of_tiny), "--replay", str(tapes)]) == 2
    assert "replay-missing" in capsys.readouterr().err
    both = ["--replay", str(tapes), "--record", str(tapes)]
    assert mcptest(["run", str(suite_of_tiny), *both]) == 2


@pytest.fixture
def suite_of_tiny(tmp_path):
    import sys
    from pathlib import Path

    server = Path(__file__).parents[1] / "servers" / "tiny.py"
    path = tmp_path / "checks.mcptest.yml"
    path.write_text(
        f"server: {{command: {json.dumps([sys.executable, str(server)])}}}\n"
        "tools:\n  - {name: it echoes, tool: echo, args: {text: hi}}\n"
    )
    return path


def test_a_recording_with_other_options_is_refused(tmp_path, capsys):
    path = save(tmp_path / "x.ndjson", recording(*OPENING))
    assert mcptest(["mock", "--from-recording", str(path), "--fault", "hang"]) == 2
    assert "mock-recording" in capsys.readouterr().err
