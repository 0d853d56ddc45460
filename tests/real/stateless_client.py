"""A client on the Python SDK 2.x, which speaks to new servers without a handshake.

``stateless_client.py CALLS TARGET…``: CALLS is JSON, TARGET an address or a command.
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def main(calls, target):
    server = target[0]
    if not server.startswith("http"):
        server = StdioServerParameters(command=server, args=target[1:])
    async with Client(server) as client:
        tools = await client.list_tools()
        said = [sorted(tool.name for tool in tools.tools)]
        for name, arguments in calls:
            result = await client.call_tool(name, arguments)
            said.append(result.model_dump(by_alias=True, mode="json", exclude_none=True))
    sys.stdout.write(json.dumps(said, sort_keys=True) + "\n")


asyncio.run(main(json.loads(sys.argv[1]), sys.argv[2:]))
