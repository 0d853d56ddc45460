"""``mock --judge``: what the client of any mock got wrong, when the mock ends."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import httpx2
import pytest

from mcptest.cli.client.judging import judge_client
from mcptest.cli.output.reports import Output
from mcptest.client.absence import NOT_TO_THE_MOCK
from mcptest.client.beside import Listening, TappedInput, TappedOutput
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.server import MockServer
from mcptest.mock.stdio import StdioLoop

RECORDS = Path(__file__).parents[2] / "examples" / "mocks" / "records.yml"
INFO = {"name": "tester", "version": "1"}
OPENING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": INFO},
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
LISTING = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


class Polite:
    """A client that waits for the response to each request before it writes the next line."""

    def __init__(self, messages):
        self._messages = list(messages)
        self._answered = threading.Semaphore(0)
        self._waits = False

    def readline(self, _limit=-1):
        if self._waits:
            self._answered.acquire(timeout=10)
        if not self._messages:
            return b""
        message = self._messages.pop(0)
        self._waits = "id" in message
        return json.dumps(message).encode() + b"\n"

    def write(self, data):
        self._answered.release()
        return len(data)

    def flush(self):
        pass


def judged(messages, capsys):
    listening, client = Listening("stdio"), Polite(messages)
    source, sink = TappedInput(client, listening), TappedOutput(client, listening)
    StdioLoop(MockServer(load_definition(RECORDS)), source, sink).run()
    code = judge_client(listening, Output.of("json", (), no_color=True))
    return code, json.loads(capsys.readouterr().out)


def test_a_right_client_is_passed(capsys):
    code, found = judged([OPENING, READY, LISTING], capsys)
    assert code == 0
    assert found["compliance"]["spec_version"] == "v2025-11-25"
    assert found["summary"]["passed"] == 1


def test_what_the_client_got_wrong_is_reported(capsys):
    code, found = judged([OPENING, LISTING, {**LISTING, "id": 2}], capsys)
    assert code == 1
    [case] = found["cases"]
    assert {finding["id"] for finding in case["findings"]} == {"CLIENT-003", "CLIENT-025"}


def test_a_mock_that_nobody_used_gives_no_verdict(capsys):
    code, found = judged([], capsys)
    assert code == 0
    assert found["cases"][0]["status"] == "skipped"
    assert found["compliance"]["grade"] is None
    assert found["compliance"]["reason"] == NOT_TO_THE_MOCK


def test_clients_that_open_their_sessions_at_once_are_told_apart():
    listening = Listening("http")
    raw = json.dumps(OPENING).encode()
    numbers = [listening.from_client(raw, listening.request("POST", "/mcp", {})) for _ in range(3)]
    for number in numbers:
        listening.opened(f"session-{number}", number)
    assert numbers == [1, 2, 3]
    later = listening.request("POST", "/mcp", {"mcp-session-id": "session-2"})
    assert listening.from_client(json.dumps(LISTING).encode(), later) == 2
    assert listening.from_client(raw, later) == 2


@pytest.fixture
def served(tmp_path):
    report = tmp_path / "client.json"
    words = ["-m", "mcptest", "mock", "--tools-from", str(RECORDS), "--http", "0", "--judge"]
    process = subprocess.Popen(
        [sys.executable, *words, "--report", f"json={report}"], stdout=subprocess.PIPE, text=True
    )
    url = process.stdout.readline().split()[-1]
    yield process, url, report
    process.kill()
    process.communicate()


def test_over_http_the_report_comes_with_the_end_of_the_mock(served):
    process, url, report = served
    headers = {"Accept": "application/json, text/event-stream"}
    with httpx2.Client(headers=headers) as client:
        opened = client.post(url, json=OPENING)
        named = {"Mcp-Session-Id": opened.headers["Mcp-Session-Id"]}
        client.post(url, json=READY, headers={**named, "MCP-Protocol-Version": "2025-11-25"})
        client.post(url, json=LISTING, headers=named)
    process.terminate()
    process.communicate(timeout=20)
    found = json.loads(report.read_text())
    rules = {finding["id"] for case in found["cases"] for finding in case["findings"]}
    assert rules == {"CLIENT-086"}
    assert found["exit_code"] == 1
