"""Calls per second over stdio: a bare client, our session, and the SDK client where it is there."""

import asyncio
import importlib.util
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

try:
    import orjson
except ImportError:  # the ratio is then against the standard library
    loads, dumps = json.loads, lambda value: json.dumps(value, separators=(",", ":")).encode()
else:
    loads, dumps = orjson.loads, orjson.dumps

SERVER = str(Path(__file__).with_name("echo_server.py"))
COMMAND = (sys.executable, "-S", "-E", SERVER)
ROUNDS = 5
Call = Callable[[], Awaitable[object]]


async def bare(calls: int, flight: int) -> float:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20
    )
    stdin, stdout = process.stdin, process.stdout
    assert stdin is not None
    assert stdout is not None
    pending: dict[int, asyncio.Future] = {}
    ids = itertools.count(1)

    async def read() -> None:
        while line := await stdout.readline():
            message = loads(line)
            pending.pop(message["id"]).set_result(message)

    async def call() -> None:
        number = next(ids)
        params = {"name": "echo", "arguments": {"text": "hello"}}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        pending[number] = future = asyncio.get_running_loop().create_future()
        stdin.write(dumps(message) + b"\n")
        await future

    reader = asyncio.create_task(read())
    rate = await measure(call, calls, flight)
    stdin.close()
    await process.wait()
    await reader
    return rate


async def ours(calls: int, flight: int) -> float:
    session = await open_session(StdioTarget(COMMAND))

    async def call() -> None:
        reply = await session.request(
            "tools/call", {"name": "echo", "arguments": {"text": "hello"}}
        )
        assert reply.ok

    rate = await measure(call, calls, flight)
    await session.close()
    return rate


async def sdk(calls: int, flight: int) -> float:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    parameters = StdioServerParameters(command=COMMAND[0], args=list(COMMAND[1:]))
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        return await measure(lambda: session.call_tool("echo", {"text": "hello"}), calls, flight)


async def measure(call: Call, calls: int, flight: int) -> float:
    async def worker(count: int) -> None:
        for _ in range(count):
            await call()

    await worker(50)
    started = time.perf_counter()
    await asyncio.gather(*(worker(calls // flight) for _ in range(flight)))
    return calls / (time.perf_counter() - started)


def sdk_is_there() -> bool:
    return importlib.util.find_spec("mcp") is not None


def main() -> None:
    clients = {"bare": bare, "ours": ours} | ({"sdk": sdk} if sdk_is_there() else {})
    for flight, calls in ((1, 2_000), (16, 16_000)):
        rates: dict[str, float] = dict.fromkeys(clients, 0.0)
        for _ in range(ROUNDS):  # in turn, so that a busy machine is unfair to all alike
            for name, client in clients.items():
                rates[name] = max(rates[name], asyncio.run(client(calls, flight)))
        for name, rate in rates.items():
            share = rate / rates["bare"]
            print(f"{flight:2} in flight: {name:5} {rate:8,.0f} calls/s {share:5.0%}")


if __name__ == "__main__":
    main()
