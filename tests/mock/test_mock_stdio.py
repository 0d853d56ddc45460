"""The mock as a process: lines in, lines out, and how it ends."""

import io
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mcptest.mock import stdio
from mcptest.mock.overrides.override import Override
from mcptest.mock.server import MockServer
from mcptest.mock.stdio import StdioLoop

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
CALL = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "x"}},
}
INIT = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    },
}


def process(*messages, options=()):
    lines = "".join(json.dumps(message) + "\n" for message in messages)
    command = [sys.executable, "-m", "mcptest.mock", str(RECORDS), *options]
    return subprocess.run(  # noqa: PLW1510
        command, input=lines.encode(), capture_output=True, timeout=20
    )


def loop(server, *messages):
    """The lines written, and the exit status, for messages that end with the input."""
    source = io.BytesIO("".join(json.dumps(message) + "\n" for message in messages).encode())
    sink = io.BytesIO()
    status = StdioLoop(server, source, sink).run()
    return sink.getvalue().splitlines(), status


def test_a_process_answers_line_by_line_and_ends_with_its_input():
    done = process(INIT, {"jsonrpc": "2.0", "id": 2, "method": "ping"})
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["id"] for reply in replies] == [1, 2]
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_crash_ends_the_process_without_an_answer():
    call = {**CALL, "params": {"name": "search_records", "arguments": {"query": "x"}}}
    done = process(INIT, call, options=["--fault", "crash"])
    assert len(done.stdout.splitlines()) == 1
    assert done.returncode == 1


def test_a_file_that_cannot_be_used_is_a_clear_error():
    command = [sys.executable, "-m", "mcptest.mock", "no-such-file.yml"]
    done = subprocess.run(command, capture_output=True, timeout=20, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error[mock-not-found]")


def test_a_reader_that_went_away_ends_the_process_quietly(shop):
    class Gone(io.BytesIO):
        def flush(self):
            raise BrokenPipeError

    source = io.BytesIO(json.dumps(INIT).encode() + b"\n")
    assert StdioLoop(MockServer(shop), source, Gone()).run() == 0


def test_blank_lines_are_skipped_and_bad_ones_answered(shop):
    source = io.BytesIO(b"\n  \n{bad\n\xff\n" + json.dumps(INIT).encode())
    sink = io.BytesIO()
    StdioLoop(MockServer(shop), source, sink).run()
    codes = [json.loads(line).get("error", {}).get("code") for line in sink.getvalue().splitlines()]
    assert codes == [-32700, -32700, None]


def test_a_line_past_the_limit_is_one_error_and_the_next_is_served(shop, monkeypatch):
    monkeypatch.setattr(stdio, "MOST_BYTES", 300)
    raw = b"x" * 1000 + b"\n" + json.dumps(INIT).encode() + b"\n" + b"y" * 400
    sink = io.BytesIO()
    StdioLoop(MockServer(shop), io.BytesIO(raw), sink).run()
    first, second, third = (json.loads(line) for line in sink.getvalue().splitlines())
    assert (first["error"]["code"], second["id"], third["error"]["code"]) == (-32600, 1, -32600)


def test_start_may_say_something_or_end_the_server(shop):
    banner = MockServer(shop, overrides=[Override("start", raw="Welcome\n")])
    assert loop(banner)[0] == [b"Welcome"]
    assert loop(MockServer(shop, overrides=[Override("start", exit=3)]), INIT) == ([], 3)


def test_raw_text_stands_in_place_of_an_answer(shop):
    lines, _ = loop(MockServer(shop, fault="garbage"), INIT, CALL)
    assert json.loads(lines[0])["id"] == 1
    assert b"not JSON" in lines[1]


class Pipe(io.RawIOBase):
    """An input that stays open until the test closes it."""

    def __init__(self, *messages):
        self.lines = [json.dumps(message).encode() + b"\n" for message in messages]
        self.done = threading.Event()

    def readline(self, size=-1):
        if self.lines:
            return self.lines.pop(0)
        self.done.wait(10)
        return b""


class Sink(io.BytesIO):
    """Ends the input once a number of lines was written."""

    def __init__(self, pipe, count):
        super().__init__()
        self.pipe, self.count = pipe, count

    def flush(self):
        if self.getvalue().count(b"\n") >= self.count:
            self.pipe.done.set()


def test_a_slow_answer_does_not_hold_up_the_next(shop):
    ping = {"jsonrpc": "2.0", "id": 3, "method": "ping"}
    pipe = Pipe(INIT, CALL, ping)
    sink = Sink(pipe, 3)
    assert StdioLoop(MockServer(shop, fault="slow:50"), pipe, sink).run() == 0
    assert [json.loads(line)["id"] for line in sink.getvalue().splitlines()] == [1, 3, 2]


def test_a_slow_answer_ends_with_the_input(shop):
    lines, status = loop(MockServer(shop, fault="slow:600000"), INIT, CALL)
    assert (len(lines), status) == (1, 0)


def test_a_cancelled_request_is_not_answered(shop):
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    pipe = Pipe(INIT, CALL, cancel, {**CALL, "id": 3})
    sink = Sink(pipe, 2)
    StdioLoop(MockServer(shop, fault="slow:30"), pipe, sink).run()
    assert [json.loads(line)["id"] for line in sink.getvalue().splitlines()] == [1, 3]


def test_a_cancellation_of_nothing_takes_back_no_late_notification(shop):
    late = {"jsonrpc": "2.0", "method": "notifications/message", "params": {}}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
    nothing = {**cancel, "params": {"reason": "names nothing"}}
    after = Override("notifications/cancelled", after=(late,), delay_ms=30, times=1)
    pipe = Pipe(INIT, cancel, nothing)
    sink = Sink(pipe, 2)
    StdioLoop(MockServer(shop, overrides=[after]), pipe, sink).run()
    assert [json.loads(line).get("method") for line in sink.getvalue().splitlines()] == [
        None,
        "notifications/message",
    ]


def test_a_slow_crash_ends_late(shop):
    server = MockServer(shop, overrides=[Override("tools/call", exit=4, delay_ms=10)])
    pipe = Pipe(INIT, CALL)
    assert StdioLoop(server, pipe, Sink(pipe, 9)).run() == 4


@pytest.mark.parametrize("fault", ["hang", "wedged"])
def test_a_server_that_hangs_still_ends_with_its_input(shop, fault):
    lines, status = loop(MockServer(shop, fault=fault), INIT, CALL)
    assert (len(lines), status) == (1, 0)


def test_the_end_of_input_may_be_met_badly(shop):
    server = MockServer(shop, overrides=[Override("end", exit=5, delay_ms=1)])
    assert loop(server, INIT)[1] == 5
