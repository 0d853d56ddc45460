"""Calls of one tool: a bare client, our session with the judge of a run, and the SDK client.

Rates are of the wall clock, processor time is the client's own. Every figure is the median of what
each round gives against the bare client of the same round.
"""

import asyncio
import itertools
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benches.bare_client import dumps, loads
from benches.cost import ECHO, HERE
from benches.port import free_port, until_it_listens

from mcptest.engine.protocol.monitor import Monitor
from mcptest.engine.protocol.violations import Violations
from mcptest.wire.session import open_session
from mcptest.wire.target import HttpTarget, StdioTarget, Target

SDK_PYTHON = HERE.parent / ".real" / "py2" / "bin" / "python"
PARAMS = {"name": "echo", "arguments": {"text": "hello"}}
# asyncio allocates 256 KiB for each read. That takes 1 or 15 microseconds, depending on what the
# process did before; a bare client that does not pay for it is the harder and steadier measure.
_READ = 64 * 1024
Call = Callable[[], Awaitable[object]]


class Speed(NamedTuple):
    rate: float  # calls a second
    cpu: float  # microseconds a call; 0 where it is another process


Client = Callable[[int, int], Speed]


def _message(number: int) -> bytes:
    return dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": PARAMS})


async def bare(calls: int, flight: int) -> Speed:
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
        pending[number] = future = asyncio.get_running_loop().create_future()
        stdin.write(_message(number) + b"\n")
        await future

    reader = asyncio.create_task(read())
    speed = await measure(call, calls, flight)
    stdin.close()
    await process.wait()
    await reader
    return speed


async def bare_http(port: int, calls: int, flight: int) -> Speed:
    """Connections that stay open, as many as calls in flight."""
    free = [await asyncio.open_connection("127.0.0.1", port) for _ in range(flight)]
    for _, writer in free:
        writer.transport.max_size = _READ
    ids = itertools.count(1)
    head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    start = f"{head}Accept: application/json, text/event-stream\r\nContent-Length: ".encode()

    async def call() -> None:
        reader, writer = connection = free.pop()
        raw = _message(next(ids))
        writer.write(b"%s%d\r\n\r\n%s" % (start, len(raw), raw))
        assert loads(await _body(reader))["result"]
        free.append(connection)

    speed = await measure(call, calls, flight)
    for _, writer in free:
        writer.close()
        await writer.wait_closed()
    return speed


async def _body(reader: asyncio.StreamReader) -> bytes:
    """What any client has to do: read the status and the headers, then the body that they tell."""
    first, *fields = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    assert first.split(" ", 2)[1] == "200"
    pairs = (field.partition(":") for field in fields)
    headers = {name.lower(): value.strip() for name, _, value in pairs}
    if "chunked" not in headers.get("transfer-encoding", ""):
        return await reader.readexactly(int(headers["content-length"]))
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readuntil(b"\r\n")
    return b"".join(parts)


async def ours(target: Target, calls: int, flight: int) -> Speed:
    session = await open_session(target)
    Monitor(session, Violations())

    async def call() -> None:
        assert (await session.request("tools/call", PARAMS)).ok

    speed = await measure(call, calls, flight)
    await session.close()
    return speed


def sdk(python: Path) -> Client:
    def run(calls: int, flight: int) -> Speed:
        script = str(HERE / "sdk_client.py")
        command = [str(python), script, str(calls), str(flight), *ECHO]
        done = subprocess.run(command, capture_output=True, check=True, timeout=120)
        return Speed(float(done.stdout), 0.0)

    return run


async def measure(call: Call, calls: int, flight: int) -> Speed:
    async def worker(count: int) -> None:
        for _ in range(count):
            await call()

    await asyncio.gather(*(worker(50) for _ in range(flight)))
    begun, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker(calls // flight) for _ in range(flight)))
    cpu = time.process_time() - used
    return Speed(calls / (time.perf_counter() - begun), cpu / calls * 1e6)


@contextmanager
def http_echo() -> Iterator[int]:
    port = free_port()
    command = [sys.executable, "-E", str(HERE / "http_echo_server.py"), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until_it_listens(port)
        yield port
    finally:
        server.kill()
        server.wait(10)


def lines(*, calls: int = 2_000, rounds: int = 7, sdk_python: Path = SDK_PYTHON) -> Iterator[str]:
    stdio: dict[str, Client] = {
        "bare": lambda many, flight: asyncio.run(bare(many, flight)),
        "ours": lambda many, flight: asyncio.run(ours(StdioTarget(ECHO), many, flight)),
    }
    if sdk_python.exists():
        stdio["sdk"] = sdk(sdk_python)
    else:
        yield "the SDK client is not here; make test-real installs it"
    for flight, goal in ((1, "70% of the rate"), (16, "30% of the rate")):
        yield from _compare(f"stdio, {flight} in flight", stdio, calls, flight, rounds, goal)
    with http_echo() as port:
        url = f"http://127.0.0.1:{port}/mcp"
        http: dict[str, Client] = {
            "bare": lambda many, flight: asyncio.run(bare_http(port, many, flight)),
            "ours": lambda many, flight: asyncio.run(ours(HttpTarget(url), many, flight)),
        }
        yield from _compare("HTTP, 1 in flight", http, calls, 1, rounds, "2.5 times the processor")


def _compare(
    lane: str, clients: dict[str, Client], calls: int, flight: int, rounds: int, goal: str
) -> Iterator[str]:
    speeds: dict[str, list[Speed]] = {name: [] for name in clients}
    for _ in range(rounds):  # in turn, so that a busy machine is unfair to all alike
        for name, client in clients.items():
            speeds[name].append(client(calls * (4 if flight > 1 else 1), flight))
    for name, found in speeds.items():
        pairs = list(zip(found, speeds["bare"], strict=True))
        share = median(one.rate / other.rate for one, other in pairs)
        cpu = median(one.cpu / other.cpu for one, other in pairs)
        spent = f", {cpu:.1f} times its processor time" if any(one.cpu for one in found) else ""
        wanted = f", goal {goal}" if name == "ours" else ""
        rate = median(one.rate for one in found)
        yield f"{lane}: {name:5} {rate:8,.0f} calls/s, {share:.0%} of bare{spent}{wanted}"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
