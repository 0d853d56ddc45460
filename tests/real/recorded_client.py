"""A client on the Python SDK: makes the calls it is told to, and prints what came back.

``recorded_client.py CALLS TARGET…``: CALLS is JSON, TARGET an address or a command.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


def connected(target):
    if not target[0].startswith("http"):
        return stdio_client(StdioServerParameters(command=target[0], args=target[1:]))
    if target[0].endswith("/sse"):
        return sse_client(target[0])
    return streamablehttp_client(target[0])


async def main(calls, target):
    async with connected(target) as streams, ClientSession(*streams[:2]) as session:
        hello = await session.initialize()
        tools = await session.list_tools()
        said = [hello.serverInfo.name, sorted(tool.name for tool in tools.tools)]
        for name, arguments in calls:
            result = await session.call_tool(name, arguments)
            said.append(result.model_dump(by_alias=True, mode="json", exclude_none=True))
        sys.stdout.write(json.dumps(said, sort_keys=True) + "\n")


asyncio.run(main(json.loads(sys.argv[1]), sys.argv[2:]))
