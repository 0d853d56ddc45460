"""The Python SDK's client with several servers at once; run by the interpreter that has the SDK.

``paired_sdk.py BURST ROUNDS TOOL TARGET...``: TOOL is JSON, a TARGET is JSON too, an address or
a command. Prints a list for each round: the seconds of a call to each target.
"""

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

WARM_UP = 300


def connect(target):
    if isinstance(target, str):
        return streamablehttp_client(target)
    return stdio_client(StdioServerParameters(command=target[0], args=target[1:]))


async def seconds(session, tool, calls):
    begun = time.perf_counter()
    for _ in range(calls):
        await session.call_tool(tool["name"], tool["arguments"])
    return (time.perf_counter() - begun) / calls


async def main(burst, rounds, tool, targets):
    async with AsyncExitStack() as stack:
        sessions, told = [], []
        for target in targets:
            streams = await stack.enter_async_context(connect(target))
            session = await stack.enter_async_context(ClientSession(*streams[:2]))
            await session.initialize()
            await seconds(session, tool, WARM_UP)
            sessions.append(session)
        for number in range(rounds):
            order = list(enumerate(sessions))[:: -1 if number % 2 else 1]
            taken = {place: await seconds(session, tool, burst) for place, session in order}
            told.append([taken[place] for place in range(len(sessions))])
        print(json.dumps(told))


if __name__ == "__main__":
    burst, rounds, tool, *targets = (json.loads(word) for word in sys.argv[1:])
    asyncio.run(main(burst, rounds, tool, targets))
