"""``client run --wait``: three ways to end it, and a verdict from each."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from tests.client.test_beside_http import AGREED
from tests.client.test_mock_judge import LISTING, OPENING, READY

from mcptest.cli.client.wait import Hand
from mcptest.client.access import Access

if sys.platform == "win32":
    pytest.skip("signals of POSIX", allow_module_level=True)

WAIT = [sys.executable, "-m", "mcptest", "client", "run", "--wait", "--timeout", "60s"]


@pytest.fixture
def waiting(tmp_path):
    report = tmp_path / "client.json"
    process = subprocess.Popen(
        [*WAIT, "--report", f"json={report}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    said = ""
    while "mcptest waits" not in said:
        said += process.stderr.readline()
    url = next(word for word in said.split() if word.startswith("http"))
    yield process, url, report
    process.kill()
    process.communicate(timeout=20)


def interrupted(process, report, number=signal.SIGINT):
    process.send_signal(number)
    out, _ = process.communicate(timeout=30)
    return process.returncode, out, json.loads(report.read_text())


def visit(url, *, faulty=False):
    headers = {"Accept": "application/json, text/event-stream"}
    with httpx2.Client(headers=headers) as client:
        opening = client.post(url, json=OPENING)
        named = {"Mcp-Session-Id": opening.headers["Mcp-Session-Id"], **AGREED}
        client.post(url, json=READY, headers=named)
        client.post(url, json={**LISTING, "id": 1 if faulty else 2}, headers=named)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["INT", "TERM"]
)
def test_a_signal_gives_the_verdict_of_what_was_seen(waiting, number, code):
    process, url, report = waiting
    visit(url, faulty=True)
    exit_code, out, found = interrupted(process, report, number)
    assert exit_code == code
    assert (found["interrupted"], found["exit_code"]) == (True, code)
    [case] = found["cases"]
    assert [finding["id"] for finding in case["findings"]] == ["CLIENT-003"]
    assert found["compliance"]["grade"] is not None
    assert out.rstrip().endswith("interrupted")


def test_a_signal_before_any_client_came_fails_nobody(waiting):
    process, _, report = waiting
    exit_code, out, found = interrupted(process, report)
    assert exit_code == 130
    assert found["compliance"]["grade"] is None
    assert found["summary"]["skipped"] == 1
    assert "FAIL" not in out


def hand(tmp_path, monkeypatch, typed):
    """Wait inside this process; ``typed`` is what a person types."""

    class Terminal:
        def isatty(self):
            return typed is not None

        def readline(self):
            return typed

    monkeypatch.setattr(sys, "stdin", Terminal())
    steps = {"scenario": "plain", "steps": [{"do": "list_tools"}]}
    return Hand().run(Access(steps, Path(tmp_path), url="http://127.0.0.1:1/mcp"), 30)


def test_enter_ends_it(tmp_path, monkeypatch, capsys):
    ending = asyncio.run(hand(tmp_path, monkeypatch, "\n"))
    assert ending.by_hand
    assert "Press Enter" in capsys.readouterr().err


def test_an_interruption_ends_it_and_is_not_lost(tmp_path, monkeypatch, capsys):
    async def whole():
        task = asyncio.ensure_future(hand(tmp_path, monkeypatch, None))
        await asyncio.sleep(0)  # it runs until it waits
        assert "mcptest waits" in capsys.readouterr().err
        task.cancel()
        return await task, task.cancelling()

    ending, cancelling = asyncio.run(whole())
    assert ending.by_hand
    assert cancelling == 0
