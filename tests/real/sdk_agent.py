"""An agent made of the official SDK: drives the server that it is given, and prints what it saw.

Runs in an environment with the SDK, major 1 or 2: ``sdk_agent.py SUITE COMMAND ARG…``.
"""

import asyncio
import json
import sys
from contextlib import asynccontextmanager

try:
    from mcp import Client, StdioServerParameters
except ImportError:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    Client = None


@asynccontextmanager
async def connected(command):
    parameters = StdioServerParameters(command=command[0], args=command[1:])
    if Client is not None:
        async with Client(parameters) as client:
            yield client
        return
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        yield session


def plain(result):
    return result.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main(suite, command):
    told = []

    async def progressed(done, total, message):
        told.append([done, total, message])

    async with connected(command) as client:
        tools = plain(await client.list_tools())["tools"]
        ran = await client.call_tool("run_suite", {"path": suite}, progress_callback=progressed)
        explained = await client.call_tool("explain", {"id": "TOOL-002"})
        refused = await client.call_tool("explain", {"id": "no-such-id"})
        prompts = plain(await client.list_prompts())["prompts"]
        schema = plain(await client.read_resource("mcptest://schema/suite"))["contents"]
    seen = {
        "tools": [tool["name"] for tool in tools],
        "ran": plain(ran),
        "progress": told,
        "explained": plain(explained)["structuredContent"]["id"],
        "refused": plain(refused)["isError"],
        "prompts": [prompt["name"] for prompt in prompts],
        "schema": json.loads(schema[0]["text"])["type"],
    }
    sys.stdout.write(json.dumps(seen))


asyncio.run(main(sys.argv[1], sys.argv[2:]))
