"""A recording for people: text, a page, HAR."""

import json
from dataclasses import replace

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
    text,
)

from mcptest.cli.main import run as mcptest
from mcptest.model.json import MISSING
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.recording import Recording
from mcptest.recording.views.har import recording_har
from mcptest.recording.views.page import recording_page
from mcptest.recording.views.text import recording_text

EVIL = "<script>alert(1)</script>\x1b[31m"
SAID = (
    *OPENING,
    calls(1, EVIL),
    replies(1, text("x")),
    calls(2, "t"),
    fails(2, -32602, EVIL),
    calls(3, "t"),
    replies(3, text("x", isError=True)),
    says("sampling/createMessage", number=9),
    ("client", {"jsonrpc": "2.0", "id": 9, "result": {}}),
    ("client", [{"jsonrpc": "2.0"}]),
    "the server exited with code 0",
)


def loose(**content):
    return RecordedFrame(at=900.0, session="p-1", sender="server", stream="stderr", **content)


FOUND = recording(*SAID, more=(loose(text="log line"), loose(data=b"\xff"), loose()))


def test_text_tells_who_said_what_and_how_long_it_took():
    said = recording_text(FOUND)
    assert "→  initialize #0" in said
    assert "response to initialize #0  10.0 ms" in said
    assert "error -32602" in said
    assert "tool error  10.0 ms  failed" in said
    assert "response to sampling/createMessage" in said
    assert "\x1b" not in said


def test_a_page_shows_every_message_and_runs_nothing_of_theirs():
    page = recording_page(FOUND)
    assert "<script>alert(1)" not in page
    assert "response to tools/call" in page
    assert page.count("<rect") >= 4
    broken = Recording("x", FOUND.parts, FOUND.frames, ("line 3: not valid JSON",))
    assert "line 3: not valid JSON" in recording_page(broken)
    assert "problem: line 3" in recording_text(broken)


def over_http():
    request = {"method": "POST", "path": "/mcp?a=1", "headers": {"x": ["1", "2"]}}
    response = {"status": 200, "headers": {"content-type": "application/json"}}
    asked, answered = frames(asks(1, "ping"), replies(1, {}), stream="http-1")
    other = frames(asks(2, "ping"), stream="http-2")[0]
    stray = frames(replies(3, {}), stream="http-3")[0]
    return recording(
        transport="http",
        server={"url": "http://127.0.0.1:8000/mcp"},
        more=(
            replace(asked, http=request),
            replace(answered, http=response),
            replace(other, http={**request, "method": "GET"}, message={}),
            stray,
            replace(stray, http={"status": 404}, message=MISSING),
        ),
    )


def test_har_has_an_entry_for_each_exchange():
    log = json.loads(recording_har(over_http()))["log"]
    first, second = log["entries"]
    assert first["request"]["url"] == "http://127.0.0.1:8000/mcp?a=1"
    assert first["request"]["queryString"] == [{"name": "a", "value": "1"}]
    assert [each["value"] for each in first["request"]["headers"]] == ["1", "2"]
    assert first["response"]["status"] == 200
    assert json.loads(first["response"]["content"]["text"])["result"] == {}
    assert first["time"] == 10
    assert second["response"]["status"] == 0


def test_http_frames_without_a_message_are_told():
    said = recording_text(over_http())
    assert "HTTP 404  failed" in said


@pytest.mark.parametrize("name", ["text", "html", "har"])
def test_the_command_renders_a_recording(tmp_path, capsys, name):
    file = save(tmp_path / "s.ndjson", over_http())
    file.write_text(file.read_text() + "broken\n")
    out = tmp_path / "out"
    line = ["report", str(file), "--format", name, "--report", f"{name}={out}"]
    assert mcptest(line) == 0
    said, err = capsys.readouterr()
    assert said.strip() == out.read_text().strip()
    assert "not valid JSON" in err


def test_formats_that_do_not_fit_are_refused(tmp_path, capsys):
    file = save(tmp_path / "s.ndjson", FOUND)
    assert mcptest(["report", str(file), "--format", "junit"]) == 2
    assert mcptest(["report", str(file), "--format", "har"]) == 2
    assert "report-no-http" in capsys.readouterr().err
    (tmp_path / "run.json").write_text("{}")
    assert mcptest(["report", str(tmp_path / "run.json"), "--format", "har"]) == 2
