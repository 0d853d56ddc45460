"""The history on disk: it outlives the process, without secrets and within bounds."""

import asyncio
import json
import os
import sys

import pytest
from tests.ui.asking_server import asking
from tests.ui.conftest import TINY, memory, serving, stdio

from mcptest.mcp_server.workspace import Workspace
from mcptest.model.redaction import Redactor
from mcptest.ui.history import History
from mcptest.ui.page_call import PageCall

NAME = ".mcptest/ui/history.jsonl"
SECRET = "hush-hush-value"
PLAIN = Redactor(())


def during(folder, test, *offered):
    """One start of the page, from its beginning to its end."""

    async def whole():
        servers = offered or (stdio("tiny", *TINY, secrets=(SECRET,)),)
        async with serving(folder, *servers) as client:
            return await test(client)

    return asyncio.run(whole())


async def call_echo(client, text="hello"):
    await client.value("connect", server="tiny")
    return await client.call("tiny", name="echo", arguments={"text": text})


def call(number, **more):
    made = PageCall(number, "tiny", "tools/call", {"name": "echo"}, 1.0, "ok", {"result": {}})
    for name, value in more.items():
        setattr(made, name, value)
    return made


def test_calls_outlive_the_process(tmp_path):
    during(tmp_path, call_echo)

    async def look(client):
        [earlier] = (await client.get("/api/state")).json["calls"]
        assert (earlier["subject"], earlier["status"], earlier["earlier"]) == ("echo", "ok", True)
        whole = await client.value("call", call=earlier["number"])
        assert whole["answer"]["result"]["content"][0]["text"] == "hello"
        assert (await call_echo(client, "more"))["number"] == 2
        form = await client.value("form", server="tiny", tool="echo")
        assert form["last"] == {"text": "more"}
        assert (await client.value("form", server="tiny", tool="count"))["last"] is None
        again = await client.value("again", call=earlier["number"])
        assert (await client.ended(again["number"]))["params"]["arguments"] == {"text": "hello"}

    during(tmp_path, look)


def test_the_last_arguments_of_a_tool_come_back(tmp_path):
    during(tmp_path, call_echo)

    async def look(client):
        await client.value("connect", server="tiny")
        form = await client.value("form", server="tiny", tool="echo")
        assert form["last"] == {"text": "hello"}

    during(tmp_path, look)


def test_a_secret_is_neither_stored_nor_sent_masked(tmp_path):
    during(tmp_path, lambda client: call_echo(client, SECRET))
    assert SECRET not in (tmp_path / NAME).read_text()

    async def look(client):
        await client.value("connect", server="tiny")
        assert (await client.error("again", call=1))["code"] == "ui-masked"
        form = await client.value("form", server="tiny", tool="echo")
        assert form["last"] == {}

    during(tmp_path, look)


def test_a_call_of_this_start_is_repeated_with_its_secret(tmp_path):
    async def look(client):
        first = await call_echo(client, SECRET)
        again = await client.value("again", call=first["number"])
        await client.ended(again["number"])
        sent = [one for one in client.hub.frames.newest(9) if one.kind == "request"]
        assert SECRET.encode() in sent[-1].raw

    during(tmp_path, look)


def test_a_destructive_call_is_repeated_only_after_it_was_confirmed(tmp_path):
    async def make(client):
        await client.value("connect", server="asking")
        params = {"name": "delete_all"}
        started = await client.value(
            "request", server="asking", method="tools/call", params=params, confirmed=True
        )
        await client.ended(started["number"])

    during(tmp_path, make, memory("asking", asking))

    async def look(client):
        await client.value("connect", server="asking")
        assert (await client.error("again", call=1))["code"] == "ui-needs-consent"
        await client.value("again", call=1, confirmed=True)

    during(tmp_path, look, memory("asking", asking))


def test_calls_of_other_servers_stay_in_the_file(tmp_path):
    during(tmp_path, call_echo)

    async def look(client):
        assert client.hub.calls.kept == {}

    during(tmp_path, look, stdio("other", *TINY))
    assert len((tmp_path / NAME).read_bytes().splitlines()) == 1


def test_the_history_can_be_cleared(tmp_path):
    async def look(client):
        await call_echo(client)
        await client.value("clear_history")
        assert client.hub.calls.kept == {}

    during(tmp_path, look)
    assert not (tmp_path / NAME).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of POSIX")
def test_only_the_owner_can_read_it_and_git_does_not_see_it(tmp_path):
    during(tmp_path, call_echo)
    path = tmp_path / NAME
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert (path.parent / ".gitignore").read_text() == "*\n"
    path.chmod(0o644)
    history = History(Workspace(tmp_path))
    assert history.load({"tiny"}) == []
    assert "other users" in history.problem
    history.add(call(2), PLAIN)
    assert len(path.read_bytes().splitlines()) == 1


@pytest.mark.parametrize(
    "line",
    [
        b"nothing",
        b"[]",
        b'{"server": "tiny"}',
        b'{"server": 5, "method": "m", "status": "ok", "params": {}, "started": 1}',
        b'{"server": "tiny", "method": "m", "status": "running", "params": {}, "started": 1}',
        b'{"server": "tiny", "method": "m", "status": "ok", "params": [], "started": 1}',
        b'{"server": "tiny", "method": "m", "status": "ok", "params": {}, "started": 1e300}',
        b'{"server": "tiny", "method": "m", "status": "ok", "params": {}, "started": true}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_damaged_line_is_skipped(tmp_path, line):
    History(Workspace(tmp_path)).add(call(1), PLAIN)
    with (tmp_path / NAME).open("ab") as file:
        file.write(line + b"\n")
    History(Workspace(tmp_path)).add(call(2), PLAIN)
    history = History(Workspace(tmp_path))
    assert [one.number for one in history.load({"tiny"})] == [1, 2]
    assert history.problem is None


def test_the_file_is_bounded(tmp_path):
    history = History(Workspace(tmp_path), most=20_000)
    for number in range(300):
        history.add(call(number, answer={"result": "x" * 500}, size=510), PLAIN)
    assert (tmp_path / NAME).stat().st_size <= 2 * 20_000 + 1_000
    kept = History(Workspace(tmp_path), most=20_000).load({"tiny"})
    assert 10 < len(kept) < 100


def test_a_large_answer_is_not_stored(tmp_path):
    history = History(Workspace(tmp_path))
    history.add(call(1, answer={"result": "x" * 100_000}, size=100_010), PLAIN)
    history.add(call(2, params={"arguments": {"text": "x" * 500_000}}), PLAIN)
    [kept] = History(Workspace(tmp_path)).load({"tiny"})
    assert (kept.answer, kept.status) == (None, "ok")


def test_it_can_be_turned_off(tmp_path):
    history = History(Workspace(tmp_path), keeps=False)
    history.add(call(1), PLAIN)
    assert history.load({"tiny"}) == []
    assert not (tmp_path / ".mcptest").exists()


def test_a_folder_that_cannot_be_written_stops_the_history_and_no_call(tmp_path):
    (tmp_path / ".mcptest").write_text("a file in its place")

    async def look(client):
        assert (await call_echo(client))["status"] == "ok"
        assert not client.hub.history.keeps

    during(tmp_path, look)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    root.mkdir()
    (root / ".mcptest").symlink_to(outside)
    history = History(Workspace(root))
    assert history.load({"tiny"}) == []
    history.add(call(1), PLAIN)
    assert list(outside.iterdir()) == []
    assert history.problem is not None
    assert json.dumps(history.problem)
