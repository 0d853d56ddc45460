"""Servers are started again when their files change."""

import asyncio
import sys

from tests.ui.conftest import serving, stdio

from mcptest.cli.commands import ui
from mcptest.suite.load import ServerSpec
from mcptest.ui.offered import OfferedServer
from mcptest.ui.watching import restart_on_change
from mcptest.wire.target import StdioTarget

SERVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        info = {"name": "written", "version": "VERSION"}
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


class Changes:
    """Changes that a test makes happen."""

    def __init__(self):
        self.queue = asyncio.Queue()

    def __aiter__(self):
        return self

    async def __anext__(self):
        return await self.queue.get()


def test_a_connected_server_gets_the_new_code(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER.replace("VERSION", "1"))

    async def look():
        changes = Changes()
        async with serving(tmp_path, stdio("written", sys.executable, str(script))) as client:
            watching = asyncio.ensure_future(restart_on_change(client.hub, changes))
            live = client.hub.live("written")
            changes.queue.put_nowait("before anybody connected")
            found = await client.value("connect", server="written", revision="2025-11-25")
            assert (found["info"]["version"], found["session"]) == ("1", 1)
            script.write_text("half a program(")
            changes.queue.put_nowait("half")
            await client.until(lambda: live.number == 2 and live.state == "closed")
            assert live.error is not None
            script.write_text(SERVER.replace("VERSION", "2"))
            changes.queue.put_nowait("whole")
            await client.until(lambda: live.number == 3 and live.state == "open")
            assert live.document["info"]["version"] == "2"
            assert live.session.version.wire == "2025-11-25"
            notes = [frame for frame in client.hub.frames.newest(99) if frame.kind == "note"]
            assert any(b"a file changed" in one.raw for one in notes)
            await client.value("disconnect", server="written")
            changes.queue.put_nowait("after")
            await asyncio.sleep(0)
            assert live.number == 3
            watching.cancel()

    asyncio.run(look())


def test_the_command_watches_the_folder_of_the_server(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    target = StdioTarget((sys.executable, str(script)), cwd=str(tmp_path))
    offered = OfferedServer("written", ServerSpec(name="written", target=target))

    async def look():
        async with serving(tmp_path, offered) as client:
            await client.value("connect", server="written")
            live = client.hub.live("written")
            watching = asyncio.ensure_future(ui._watching([offered])(client.hub))
            async with asyncio.timeout(20):
                number = 0
                while live.number == 1:  # the watch takes a moment to begin
                    number += 1
                    script.write_text(f"{SERVER}# {number}\n")
                    await client.hub.feed.wait(client.hub.feed.last, 0.2)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    asyncio.run(look())
