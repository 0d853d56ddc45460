"""Lists that are read one page at a time, and messages that are pinned."""

import json

from tests.ui.conftest import memory

from mcptest.ui.messages.frames import Frames
from mcptest.wire.transcript import TranscriptEntry

PAGES = {None: (["a", "b"], "two"), "two": (["c"], "three"), "three": (["d"], None)}


async def paging(pipe):
    """A server with four tools on three pages."""
    while (raw := await pipe.receive()) is not None:
        message = json.loads(raw)
        if "id" not in message:
            continue
        result = {"content": []}
        if message["method"] == "initialize":
            info = {"name": "p", "version": "1"}
            version = message["params"]["protocolVersion"]
            capabilities = {"tools": {}}
            result = {"protocolVersion": version, "capabilities": capabilities, "serverInfo": info}
        elif message["method"] == "tools/list":
            names, following = PAGES[(message.get("params") or {}).get("cursor")]
            tools = [{"name": name, "inputSchema": {"type": "object"}} for name in names]
            result = {"tools": tools, **({"nextCursor": following} if following else {})}
        told = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        await pipe.send(json.dumps(told).encode())


def listed(client):
    return [
        f for f in client.hub.frames.newest(100) if (f.method, f.kind) == ("tools/list", "request")
    ]


def test_a_list_is_read_one_page_at_a_time(page):
    async def look(client):
        await client.value("connect", server="p")
        whole = await client.value("list", server="p", kind="tools")
        assert (len(whole["items"]), whole["pages"]) == (4, 3)
        before = len(listed(client))
        one = await client.value("list", server="p", kind="tools", paged=True)
        assert ([item["name"] for item in one["items"]], one["next"]) == (["a", "b"], "two")
        two = await client.value("list", server="p", kind="tools", paged=True, cursor="two")
        assert ([item["name"] for item in two["items"]], two["next"]) == (["c"], "three")
        assert len(listed(client)) == before + 2
        await client.call("p", name="c", arguments={})
        assert len(listed(client)) == before + 2  # what a page said of a tool is known
        three = await client.value("list", server="p", kind="tools", paged=True, cursor="three")
        assert three["next"] is None
        none = await client.value("list", server="p", kind="prompts", paged=True)
        assert none["declared"] is False

    page(look, memory("p", paging))


def test_a_pinned_message_stays_when_the_others_are_forgotten(page):
    async def look(client):
        await client.value("connect", server="tiny")
        await client.call("tiny", name="echo", arguments={"text": "hello"})
        number = client.hub.frames.newest(1)[0].number
        await client.value("pin", number=number, pinned=True)
        await client.value("clear_frames")
        state = (await client.get("/api/state")).json
        assert state["pinned"] == [number]
        assert [frame["number"] for frame in state["frames"]] == [number]
        assert "hello" in (await client.value("frame", number=number))["text"]
        assert (await client.error("pin", number=number - 1, pinned=True))["code"] == "ui-unknown"
        await client.value("pin", number=number, pinned=False)
        assert (await client.error("frame", number=number))["code"] == "ui-unknown"

    page(look)


def test_pins_have_a_bound_and_outlive_the_bound_of_the_rest():
    frames = Frames(most=3)
    entry = TranscriptEntry(0.0, "note", b"x", size=1)
    made = [frames.add("s", 1, entry) for _ in range(5)]
    assert frames.pin(made[0])
    assert [one.number for one in frames.newest(3)] == [1, 3, 4, 5]
    assert frames.get(1) is made[0]
    assert frames.get(2) is None
    assert all(frames.pin(frames.add("s", 1, entry)) for _ in range(199))
    assert not frames.pin(made[4])
