"""Servers that hang, flood or send too much: the page's hub stays bounded and responsive."""

import asyncio
import json
import sys
from pathlib import Path

from tests.ui.conftest import stdio

from mcptest.ui.feed import MOST_BYTES

HOSTILE = (sys.executable, str(Path(__file__).with_name("hostile_server.py")))


def test_a_server_that_does_not_open_can_be_given_up(page):
    async def look(client):
        live = client.hub.live("h")
        opening = asyncio.ensure_future(client.error("connect", server="h"))
        await client.until(lambda: live.state == "opening")
        await client.value("disconnect", server="h")
        assert (await opening)["code"] == "ui-cancelled"
        assert live.state == "closed"

    page(look, stdio("h", *HOSTILE, "--hang"))


def test_whoever_connects_can_be_stopped_as_well(page):
    async def look(client):
        live = client.hub.live("h")
        opening = asyncio.ensure_future(live.connect())
        await client.until(lambda: live.state == "opening")
        opening.cancel()
        [ended] = await asyncio.gather(opening, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)
        assert live.state == "closed"

    page(look, stdio("h", *HOSTILE, "--hang"))


def test_a_result_of_fifty_megabytes_is_refused_and_the_server_stays_usable(page):
    async def look(client):
        await client.value("connect", server="h")
        huge = await client.call("h", name="get_huge")
        assert huge["status"] == "failed"
        assert "limit-size" in huge["answer"]["problem"]
        assert len(json.dumps(huge)) < 10_000
        again = await client.value("connect", server="h")
        assert again["state"] == "open"
        assert (await client.call("h", method="ping"))["status"] == "ok"
        assert len(client.hub.feed.since(0)) < MOST_BYTES

    page(look, stdio("h", *HOSTILE))


def test_a_flood_that_never_ends_leaves_room_for_everything_else(page):
    async def look(client):
        await client.value("connect", server="h")
        params = {"name": "list_forever"}
        started = await client.value("request", server="h", method="tools/call", params=params)
        await client.until(lambda: len(client.hub.frames.newest(3_000)) == 3_000)
        assert (await client.get("/api/state")).status == 200
        await client.value("cancel", call=started["number"])
        assert (await client.ended(started["number"]))["status"] == "cancelled"
        assert (await client.value("disconnect", server="h"))["state"] == "closed"

    page(look, stdio("h", *HOSTILE))


def test_a_flood_on_stderr_is_bounded(page):
    async def look(client):
        await client.value("connect", server="h")
        call = await client.call("h", name="list_stderr")
        assert call["status"] == "ok"
        assert len(call["answer"]["stderr"]) < 2_000_000
        assert len(client.hub.frames.newest(99_999)) <= client.hub.frames.most

    page(look, stdio("h", *HOSTILE))


def test_a_deep_result_is_shown(page):
    async def look(client):
        await client.value("connect", server="h")
        deep = await client.call("h", name="get_deep")
        assert deep["status"] == "ok"
        assert (await client.call("h", method="ping"))["status"] == "ok"

    page(look, stdio("h", *HOSTILE))


def test_stderr_is_followed_for_as_long_as_the_server_runs(page):
    async def look(client):
        await client.value("connect", server="h")
        await client.call("h", name="list_stderr")  # 4 MB, more than any other command keeps

        def last():
            told = [one for one in client.hub.frames.newest(99_999) if one.kind == "stderr"]
            return told[-1].raw if told else b""

        await client.until(lambda: b"line 99999" in last())

    page(look, stdio("h", *HOSTILE))
