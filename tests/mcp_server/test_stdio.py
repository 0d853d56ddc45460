"""The conversation over standard streams: calls beside each other, cancelled, and ended."""

import io
import json
import os
import threading

import pytest
from tests.mcp_server.conftest import call, opening

from mcptest.mcp_server import stdio
from mcptest.mcp_server.stdio import AgentLoop
from mcptest.mock.manifest.definition import MockDefinition, MockTool, Response
from mcptest.mock.server import MockServer

ENTRY = {"inputSchema": {"type": "object"}}
LONGEST = 10
PING = {"jsonrpc": "2.0", "id": "p", "method": "ping"}


def cancel(request_id):
    params = {"requestId": request_id}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


class Peer:
    """The other end of two pipes, with the loop in a thread of its own."""

    def __init__(self, *tools):
        server = MockServer(MockDefinition(tools=tools))
        into, self._send = os.pipe()
        self._receive, out = os.pipe()
        self._lines = os.fdopen(self._receive, "rb")
        self._source, self._sink = os.fdopen(into, "rb"), os.fdopen(out, "wb")
        self._loop = AgentLoop(server, self._source, self._sink)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        self._loop.run()
        self._sink.close()

    def say(self, *messages):
        os.write(self._send, b"".join(json.dumps(m).encode() + b"\n" for m in messages))

    def hear(self):
        return json.loads(self._lines.readline())

    def hear_until(self, *ids):
        """Everything up to the responses to these requests: the end of the input cancels calls."""
        heard = []
        while set(ids) - {message.get("id") for message in heard}:
            heard.append(self.hear())
        return heard

    def end(self):
        """Close the input; everything that is still said."""
        os.close(self._send)
        rest = [json.loads(line) for line in self._lines]
        self._thread.join(LONGEST)
        assert not self._thread.is_alive()
        self._source.close()
        self._lines.close()
        return rest


def tool(name, answer):
    return MockTool(name, {"name": name, **ENTRY}, answer=answer)


@pytest.fixture
def slow():
    """A tool that answers when it may, or when nobody waits; and how it went."""
    may, seen = threading.Event(), []

    def answer(arguments, caller):
        seen.append("began")
        while not may.wait(0.01) and not caller.gone.is_set():
            pass
        seen.append("gone" if caller.gone.is_set() else "done")
        return Response(structured={"x": 1})

    return tool("slow", answer), may, seen


def test_a_ping_is_answered_while_a_call_runs(slow):
    entry, may, _ = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), call("slow", {}), PING)
    assert [peer.hear()["id"] for _ in range(2)] == [0, "p"]
    may.set()
    assert peer.hear()["id"] == 1
    assert peer.end() == []


def test_a_cancelled_call_is_ended_and_never_answered(slow):
    entry, _, seen = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), call("slow", {}, "1"), cancel(1), cancel("1"), PING)
    assert [peer.hear()["id"] for _ in range(2)] == [0, "p"]
    assert peer.end() == []
    assert seen in ([], ["began", "gone"])


def test_the_id_of_a_cancellation_is_held_to_its_type(slow):
    entry, may, seen = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), call("slow", {}, 1), cancel("1"), cancel(True), cancel(None))
    assert peer.hear()["id"] == 0
    may.set()
    assert peer.hear()["id"] == 1
    assert peer.end() == []
    assert seen == ["began", "done"]


def test_the_end_of_the_input_ends_every_call(slow):
    entry, _, seen = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), *(call("slow", {}, number) for number in range(1, 9)))
    assert peer.hear()["id"] == 0
    assert peer.end() == []
    assert seen.count("began") == seen.count("gone") <= 8


def test_progress_is_told_to_those_who_ask_and_only_forward():
    def answer(arguments, caller):
        for done in (1, 1, 2):
            caller.progressed(done, 2, "half")
        return Response(structured={})

    peer = Peer(tool("far", answer))
    meta = {"_meta": {"progressToken": "t"}}
    peer.say(opening("2025-11-25"), call("far", {}, 1, **meta), call("far", {}, 2))
    heard = peer.hear_until(1, 2) + peer.end()
    told = [m["params"] for m in heard if m.get("method") == "notifications/progress"]
    assert [(each["progressToken"], each["progress"]) for each in told] == [("t", 1), ("t", 2)]


def test_too_many_calls_at_once_are_refused(slow, monkeypatch):
    monkeypatch.setattr(stdio, "MOST_WAITING", 1)
    entry, may, _ = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), call("slow", {}, 1), call("slow", {}, 2))
    assert peer.hear()["id"] == 0
    refused = peer.hear()
    assert (refused["id"], refused["error"]["code"]) == (2, -32000)
    may.set()
    assert peer.hear()["id"] == 1
    assert peer.end() == []


def test_a_batch_is_answered_as_one():
    peer = Peer(tool("quick", lambda arguments, caller: Response(structured={})))
    peer.say(opening("2025-03-26"), [call("quick", {}, 1), PING])
    said = [*peer.end()]
    assert {reply["id"] for reply in said[1]} == {1, "p"}


def test_a_cancellation_of_nothing_leaves_a_batch_alone(slow):
    entry, may, seen = slow
    peer = Peer(entry)
    nothing = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}}
    peer.say(opening("2025-03-26"), [call("slow", {}, 1)], [call("slow", {}, 2)], nothing)
    assert peer.hear()["id"] == 0
    may.set()
    assert {peer.hear()[0]["id"], peer.hear()[0]["id"]} == {1, 2}
    assert peer.end() == []
    assert seen.count("done") == 2


def test_two_calls_of_one_id_are_both_ended(slow):
    entry, _, seen = slow
    peer = Peer(entry)
    peer.say(opening("2025-11-25"), call("slow", {}, 1), call("slow", {}, 1))
    assert peer.hear()["id"] == 0
    assert peer.end() == []
    assert seen.count("began") == seen.count("gone")


def test_a_reader_that_went_away_ends_the_loop():
    class Gone(io.BytesIO):
        tried = 0

        def write(self, data):
            self.tried += 1
            raise BrokenPipeError

    sink = Gone()
    source = io.BytesIO(
        json.dumps(opening("2025-11-25")).encode() + b"\n" + json.dumps(PING).encode()
    )
    AgentLoop(MockServer(MockDefinition(tools=())), source, sink).run()
    assert sink.tried == 1
