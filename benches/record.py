"""What ``mcptest record`` costs: calls through the proxy against calls without it.

One client that does the least, servers from the bare echo to real ones. Every figure is the median
of the rounds, direct and recorded in turn.
"""

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benches.bare_client import dumps
from benches.cost import ECHO, HERE

REAL = HERE.parent / ".real"
EVERYTHING = REAL / "node" / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist"
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}


def rate(command: list[str], tool: dict, calls: int, flight: int) -> float:
    """Calls a second over plain blocking pipes."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        ask = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE}
        process.stdin.write(dumps(ask) + b"\n")
        process.stdin.flush()
        _until(process.stdout, 0)
        process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        ids = itertools.count(1)
        _calls(process, tool, ids, 50, flight)
        begun = time.perf_counter()
        _calls(process, tool, ids, calls, flight)
        took = time.perf_counter() - begun
        process.stdin.close()
        process.wait(30)
    return calls / took


def _calls(process, tool: dict, ids: Iterator[int], calls: int, flight: int) -> None:
    for _ in range(calls // flight):
        for _ in range(flight):
            ask = {"jsonrpc": "2.0", "id": next(ids), "method": "tools/call", "params": tool}
            process.stdin.write(dumps(ask) + b"\n")
        process.stdin.flush()
        for _ in range(flight):
            _until(process.stdout, None)


def _until(stdout, wanted: int | None) -> None:
    while line := stdout.readline():
        message = json.loads(line)
        if "result" in message and wanted in (None, message["id"]):
            return
    raise AssertionError("the server is gone")


def servers() -> dict[str, tuple[list[str], dict]]:
    echo = {"name": "echo", "arguments": {"text": "hello"}}
    found = {"bare echo": (list(ECHO), echo)}
    if (EVERYTHING / "index.js").exists() and shutil.which("node"):
        message = {"name": "echo", "arguments": {"message": "hello"}}
        found["server-everything"] = (["node", str(EVERYTHING / "index.js"), "stdio"], message)
    zoned = REAL / "servers" / "bin" / "mcp-server-time"
    if zoned.exists():
        zone = {"name": "get_current_time", "arguments": {"timezone": "UTC"}}
        found["mcp-server-time"] = ([str(zoned)], zone)
    return found


def lines(*, calls: int = 1_500, rounds: int = 5) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, (command, tool)) in enumerate(servers().items()):
            file = Path(folder, f"{number}.ndjson")
            recorded = [sys.executable, "-m", "mcptest", "record", "-o", str(file), "--", *command]
            for flight in (1, 16):
                yield _compare(name, (command, recorded), tool, (calls, flight, rounds))


def _compare(name: str, commands: tuple[list[str], list[str]], tool: dict, how: tuple) -> str:
    calls, flight, rounds = how
    pairs = [tuple(rate(each, tool, calls, flight) for each in commands) for _ in range(rounds)]
    share = median(through / direct for direct, through in pairs)
    added = median(1e6 / through - 1e6 / direct for direct, through in pairs)
    goal = ", goal 90%" if flight == 1 else ""
    return (
        f"{name}, {flight} in flight: {median(one for one, _ in pairs):,.0f} calls/s direct, "
        f"{share:.0%} of it recorded, {added:.0f} µs added to a call{goal}"
    )


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
