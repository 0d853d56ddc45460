"""Calls that run as tasks, messages that are saved, and a server as a client config."""

import asyncio
import json
import sys
from pathlib import Path

from tests.auth.site import site
from tests.ui.conftest import TINY, memory, stdio

from mcptest.suite.load import ServerSpec
from mcptest.ui.offered import OfferedServer
from mcptest.wire.target import HttpTarget, StdioTarget

TASK = {"taskId": "t-1", "status": "working", "pollInterval": 1}


def serves_tasks(ends):
    """A server that runs a call as a task; ``tasks/result`` waits for ``ends``."""
    seen = []

    async def respond(pipe, message):
        method = message["method"]
        seen.append(method)
        results = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}},
                "serverInfo": {"name": "t", "version": "1"},
            },
            "tools/list": {"tools": [{"name": "long", "inputSchema": {"type": "object"}}]},
            "tasks/get": {**TASK, "statusMessage": "half"},
            "tasks/result": {"content": [{"type": "text", "text": "done"}]},
            "tasks/cancel": {**TASK, "status": "cancelled"},
        }
        result = results.get(method, {})
        if method == "tools/call":
            result = {"task": TASK} if "task" in message["params"] else {"content": []}
        if method == "tasks/result":
            await ends.wait()
        told = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        await pipe.send(json.dumps(told).encode())

    async def serve(pipe):
        async with asyncio.TaskGroup() as group:
            while (raw := await pipe.receive()) is not None:
                message = json.loads(raw)
                if "id" in message:
                    group.create_task(respond(pipe, message))

    return serve, seen


def test_a_task_is_followed_to_its_result(page):
    ends = asyncio.Event()
    serve, _ = serves_tasks(ends)

    async def look(client):
        await client.value("connect", server="t")
        params = {"name": "long", "arguments": {}, "task": {"ttl": 1000}}
        started = await client.value("request", server="t", method="tools/call", params=params)
        call = client.hub.calls.kept[started["number"]]
        await client.until(lambda: (call.task or {}).get("statusMessage") == "half")
        assert call.summary["task"]["taskId"] == "t-1"
        ends.set()
        ended = await client.ended(started["number"])
        assert ended["answer"]["result"]["content"][0]["text"] == "done"
        plain = await client.call("t", name="long", arguments={})
        assert (plain["status"], plain["task"]) == ("ok", None)

    page(look, memory("t", serve))


def test_every_page_of_the_list_of_tasks_is_read(page):
    async def look(client):
        await client.value("connect", server="t")
        listed = await client.value("list", server="t", kind="tasks")
        names = [one["raw"] and one["raw"].get("taskId") for one in listed["items"]]
        assert names == ["t-working", "t-failed", None, None]
        assert (listed["pages"], listed["problem"]) == (2, None)

    page(look, stdio("t", sys.executable, str(Path(__file__).with_name("task_server.py"))))


def test_cancelling_the_call_cancels_the_task(page):
    serve, seen = serves_tasks(asyncio.Event())

    async def look(client):
        await client.value("connect", server="t")
        params = {"name": "long", "task": {}}
        started = await client.value("request", server="t", method="tools/call", params=params)
        await client.until(lambda: "tasks/result" in seen)
        await client.value("cancel", call=started["number"])
        assert (await client.ended(started["number"]))["status"] == "cancelled"
        assert "tasks/cancel" in seen

    page(look, memory("t", serve))


def test_messages_are_saved_whole_and_masked(page):
    async def look(client):
        await client.value("connect", server="tiny")
        text = "x" * 1000 + " hush-hush-value"
        await client.call("tiny", name="echo", arguments={"text": text})
        newest = client.hub.frames.newest(2)
        told = await client.value("export_frames", numbers=[newest[-1].number, 999])
        [message] = told["messages"]
        assert "x" * 1000 in message["text"]
        assert "hush-hush-value" not in json.dumps(told)
        assert "http" not in message

    page(look, stdio("tiny", *TINY, secrets=("hush-hush-value",)))


def test_a_server_can_be_copied_into_a_client_config(page):
    target = StdioTarget(("python", "s.py"), env={"API_KEY": "hush-hush-value", "MODE": "fast"})
    process = OfferedServer("s", ServerSpec(name="s", target=target, secrets=("hush-hush-value",)))

    async def look(client):
        config = json.loads(client.hub.live("s").document["config"])
        assert config["mcpServers"]["s"] == {
            "command": "python",
            "args": ["s.py"],
            "env": {"API_KEY": "${API_KEY}", "MODE": "fast"},
        }

    page(look, process)
    with site() as here:
        far = HttpTarget(f"{here.origin}/mcp", {"Authorization": "Bearer hush-hush-value"})
        offered = OfferedServer("far", ServerSpec(name="far", target=far))

        async def address(client):
            config = json.loads(client.hub.live("far").document["config"])
            assert config["mcpServers"]["far"] == {
                "url": f"{here.origin}/mcp",
                "headers": {"Authorization": "${AUTHORIZATION}"},
            }

        page(address, offered)
