"""What ``mcptest record`` costs: calls through the recorder against calls without it.

A client that does the least and the clients of two SDKs, servers from the bare echo to real ones.
All sessions stay open and are called in turn, a few calls at a time, in an order that changes from
round to round; every figure is the median of the rounds. A relay that only copies bytes is measured
beside the recorder: what it costs, every process between a client and a server costs.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benches.calling import HttpCalls, StdioCalls
from benches.cost import ECHO, HERE
from benches.port import free_port, until_it_listens

from mcptest.recording.proxy.processors import Processors

REAL = HERE.parent / ".real"
EVERYTHING = REAL / "node" / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist"
HTTP_ECHO = [sys.executable, str(HERE / "http_echo_server.py")]
SDK_SERVER = HERE.parent / "tests" / "real" / "sdk_server.py"
RECORD = [sys.executable, "-m", "mcptest", "record", "-o"]
RELAY = [sys.executable, "-S", "-E", str(HERE / "relay.py")]
GOAL = ", goal 90%"
WARM_UP = 1_000
Rounds = list[list[float]]  # seconds of a call: direct, through the relay, recorded


class Lane(NamedTuple):
    """A server and what is called; without a goal where no real server is so fast."""

    name: str
    command: list[str]
    tool: dict
    goal: str


class Amount(NamedTuple):
    calls: int
    rounds: int

    def burst(self, flight: int = 1) -> int:
        return max(self.calls // self.rounds // flight, 1) * flight


def everything(how: str) -> Iterator[Lane]:
    if (EVERYTHING / "index.js").exists() and shutil.which("node"):
        echo = {"name": "echo", "arguments": {"message": "hello"}}
        name = f"server-everything{' over HTTP' if how == 'streamableHttp' else ''}"
        yield Lane(name, ["node", str(EVERYTHING / "index.js"), how], echo, GOAL)


def stdio_lanes() -> Iterator[Lane]:
    yield Lane("bare echo", list(ECHO), {"name": "echo", "arguments": {"text": "hello"}}, "")
    yield from everything("stdio")
    zoned = REAL / "servers" / "bin" / "mcp-server-time"
    if zoned.exists():
        zone = {"name": "get_current_time", "arguments": {"timezone": "UTC"}}
        yield Lane("mcp-server-time", [str(zoned)], zone, GOAL)


def http_lanes() -> Iterator[Lane]:
    """The command gets its port as the last word, and in the environment."""
    yield Lane("bare HTTP echo", HTTP_ECHO, {"name": "echo", "arguments": {"text": "hello"}}, "")
    yield from everything("streamableHttp")
    python = REAL / "py1" / "bin" / "python"
    if python.exists():
        command = [str(python), str(SDK_SERVER), "streamable-http"]
        add = {"name": "add", "arguments": {"a": 1, "b": 2}}
        yield Lane("Python SDK over HTTP", command, add, GOAL)


def sdk_clients() -> Iterator[tuple[str, list[str]]]:
    python = REAL / "py1" / "bin" / "python"
    if python.exists():
        yield "Python SDK client", [str(python), str(HERE / "paired_sdk.py")]
    if (REAL / "node").exists() and shutil.which("node"):
        yield "TypeScript SDK client", ["node", str(HERE / "paired_sdk.cjs"), str(REAL / "node")]


def lines(*, calls: int = 6_000, rounds: int = 60) -> Iterator[str]:
    yield _machine()
    few = Amount(max(calls // 6, 1), rounds)
    with tempfile.TemporaryDirectory() as folder:
        for lane in stdio_lanes():
            for flight in (1, 16):
                told = _over_stdio(lane, folder, Amount(calls, rounds), flight)
                yield _line(f"{lane.name}, {flight} in flight", told, lane.goal * (flight == 1))
        for lane in http_lanes():
            with _three_ports(lane, folder) as ports:
                yield _line(f"{lane.name}, 1 in flight", _over_http(lane, ports, few), lane.goal)
        for name, client in sdk_clients():
            for lane in everything("stdio"):
                told = _with_sdk(client, lane, _three_commands(lane, folder), few)
                yield _line(f"{name}, {lane.name}", told, lane.goal)
            for lane in everything("streamableHttp"):
                with _three_ports(lane, folder) as ports:
                    places = [f"http://127.0.0.1:{port}/mcp" for port in ports]
                    yield _line(f"{name}, {lane.name}", _with_sdk(client, lane, places, few), GOAL)


def _machine() -> str:
    """On a busy machine the recorder sleeps while it waits, and each message has to wake it up."""
    processors = Processors()
    state = "idle" if processors.are_enough() else "busy: repeat this on an idle one"
    processors.close()
    return f"{os.cpu_count()} processors, {state}"


def _three_commands(lane: Lane, folder: str) -> list[list[str]]:
    before = ([], RELAY, [*RECORD, str(Path(folder, "stdio.ndjson")), "--"])
    return [[*words, *lane.command] for words in before]


def _over_stdio(lane: Lane, folder: str, amount: Amount, flight: int) -> Rounds:
    with ExitStack() as stack:
        sessions = [
            stack.enter_context(closing(StdioCalls(command, lane.tool)))
            for command in _three_commands(lane, folder)
        ]
        return _in_turn(sessions, amount, flight)


def _over_http(lane: Lane, ports: list[int], amount: Amount) -> Rounds:
    with ExitStack() as stack:
        sessions = [stack.enter_context(closing(HttpCalls(port, lane.tool))) for port in ports]
        return _in_turn(sessions, amount, 1)


def _in_turn(sessions: list, amount: Amount, flight: int) -> Rounds:
    burst, told = amount.burst(flight), []
    for each in sessions:
        each.seconds(min(WARM_UP, amount.calls) // flight * flight, flight)
    for number in range(amount.rounds):
        order = list(enumerate(sessions))[:: -1 if number % 2 else 1]
        taken = {place: each.seconds(burst, flight) / burst for place, each in order}
        told.append([taken[place] for place in range(len(sessions))])
    return told


def _with_sdk(client: list[str], lane: Lane, targets: list, amount: Amount) -> Rounds:
    given = (amount.burst(), amount.rounds, lane.tool, *targets)
    command = [*client, *map(json.dumps, given)]
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return json.loads(subprocess.run(command, check=True, **quiet).stdout)


@contextmanager
def _three_ports(lane: Lane, folder: str) -> Iterator[list[int]]:
    with _serving(lane.command) as port, ExitStack() as stack:
        relay = stack.enter_context(_started([*RELAY, str(port)]))
        where = ["--url", f"http://127.0.0.1:{port}/mcp", "--listen", "0"]
        command = [*RECORD, str(Path(folder, "http.ndjson")), *where]
        recorder = stack.enter_context(_started(command))
        yield [port, int(relay), int(recorder.split(":")[2].split("/")[0])]


@contextmanager
def _serving(command: list[str]) -> Iterator[int]:
    port = free_port()
    given = {**os.environ, "PORT": str(port)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, str(port)], env=given, **quiet)
    try:
        until_it_listens(port)
        yield port
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def _started(command: list[str]) -> Iterator[str]:
    """Its first line, which says where it listens."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline()
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _line(name: str, told: Rounds, goal: str) -> str:
    rate = 1 / median(direct for direct, _, _ in told)
    relay, recorded = (median(each[0] / each[place] for each in told) for place in (1, 2))
    cost, added = (median(each[place] - each[0] for each in told) * 1e6 for place in (1, 2))
    return (
        f"{name}: {rate:,.0f} calls/s direct, {recorded:.0%} of it recorded, "
        f"{added:.0f} µs added to a call{goal} "
        f"(by a relay that only copies: {relay:.0%}, {cost:.0f} µs)"
    )


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
