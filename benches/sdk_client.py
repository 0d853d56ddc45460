"""Calls per second of the ``mcp`` SDK client; run by the interpreter that has the SDK.

``sdk_client.py CALLS IN_FLIGHT COMMAND...`` prints the rate.
"""

import asyncio
import sys
import time


async def main(calls: int, flight: int, command: list[str]) -> float:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    parameters = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()

        async def worker(count: int) -> None:
            for _ in range(count):
                await session.call_tool("echo", {"text": "hello"})

        await worker(50)
        begun = time.perf_counter()
        await asyncio.gather(*(worker(calls // flight) for _ in range(flight)))
        return calls / (time.perf_counter() - begun)


if __name__ == "__main__":
    print(asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])))
