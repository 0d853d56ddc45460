"""Calls per second over stdio: a bare client, our session, and the SDK client where it is there."""

import asyncio
import itertools
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from benches.bare_client import dumps, loads
from benches.cost import ECHO, HERE

from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

SDK_PYTHON = HERE.parent / ".real" / "py2" / "bin" / "python"
Call = Callable[[], Awaitable[object]]
Client = Callable[[int, int], float]


async def bare(calls: int, flight: int) -> float:
    process = await asyncio.create_subprocess_exec(
        *ECHO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20
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
    session = await open_session(StdioTarget(ECHO))

    async def call() -> None:
        reply = await session.request(
            "tools/call", {"name": "echo", "arguments": {"text": "hello"}}
        )
        assert reply.ok

    rate = await measure(call, calls, flight)
    await session.close()
    return rate


def sdk(calls: int, flight: int) -> float:
    script = str(HERE / "sdk_client.py")
    command = [str(SDK_PYTHON), script, str(calls), str(flight), *ECHO]
    done = subprocess.run(command, capture_output=True, check=True, timeout=120)
    return float(done.stdout)


async def measure(call: Call, calls: int, flight: int) -> float:
    async def worker(count: int) -> None:
        for _ in range(count):
            await call()

    await worker(50)
    started = time.perf_counter()
    await asyncio.gather(*(worker(calls // flight) for _ in range(flight)))
    return calls / (time.perf_counter() - started)


def lines(*, calls: int = 2_000, rounds: int = 5, sdk_python: Path = SDK_PYTHON) -> Iterator[str]:
    clients: dict[str, Client] = {
        "bare": lambda many, flight: asyncio.run(bare(many, flight)),
        "ours": lambda many, flight: asyncio.run(ours(many, flight)),
    }
    if sdk_python.exists():
        clients["sdk"] = sdk
    else:
        yield "the SDK client is not here; make test-real installs it"
    for flight, goal in ((1, "70 %"), (16, "30 %")):
        rates: dict[str, float] = dict.fromkeys(clients, 0.0)
        for _ in range(rounds):  # in turn, so that a busy machine is unfair to all alike
            for name, client in clients.items():
                rates[name] = max(rates[name], client(calls * (4 if flight > 1 else 1), flight))
        yield from _shares(flight, rates, goal)


def _shares(flight: int, rates: dict[str, float], goal: str) -> Iterator[str]:
    for name, rate in rates.items():
        share = f"{rate / rates['bare']:.0%} of bare"
        wanted = f", goal {goal}" if name == "ours" else ""
        yield f"{flight:2} in flight: {name:5} {rate:8,.0f} calls/s, {share}{wanted}"
    if "sdk" in rates:
        yield f"{flight:2} in flight: ours is {rates['ours'] / rates['sdk']:.1f} times the SDK"


if __name__ == "__main__":
    for line in lines():
        print(line)
