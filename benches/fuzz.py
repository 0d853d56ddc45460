"""Fuzz cases per second, against the raw round trip of the same inputs to the same server."""

import asyncio
import json
import statistics
import sys
import time

from mcptest.engine.case import Case, Observation
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.fuzz.generate import fuzz_cases
from mcptest.fuzz.observe import FuzzPlan, observe_fuzz
from mcptest.model.outcome import Lane
from mcptest.safety.policy import CallContext
from mcptest.schema.synth import synthesize
from mcptest.wire.session import open_session
from mcptest.wire.target import StdioTarget

SCHEMA = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["query"],
}
TARGET = StdioTarget((sys.executable, __file__, "serve"))
CASES = 10_000
ROUNDS = 5


def serve() -> None:
    info = {"name": "echo", "version": "1"}
    opened = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    listed = {"tools": [{"name": "search", "inputSchema": SCHEMA}]}
    called = {"content": [{"type": "text", "text": "ok"}], "isError": False}
    results = {"initialize": opened, "tools/list": listed, "tools/call": called}
    while line := sys.stdin.buffer.readline():
        message = json.loads(line)
        if "id" in message:
            result = results.get(message["method"], {})
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
            sys.stdout.buffer.flush()


async def raw() -> float:
    base = synthesize(SCHEMA).value
    inputs = [case.arguments for case in fuzz_cases(SCHEMA, base, seed=1, count=CASES)]
    session = await open_session(TARGET)
    try:
        begun = time.perf_counter()
        for arguments in inputs:
            await session.request("tools/call", {"name": "search", "arguments": arguments})
        return CASES / (time.perf_counter() - begun)
    finally:
        await session.close()


async def fuzzed() -> float:
    times = []  # from the first answer to the last: opening is not part of the raw figure either
    plan = FuzzPlan(
        tool="search",
        cases=CASES,
        limit=30.0,
        consent=CallContext.CONSENTED,
        on_case=lambda _tally: times.append(time.perf_counter()),
    )

    async def observe(context) -> Observation:
        return await observe_fuzz(context, plan)

    case = Case(id="f", name="f", lane=Lane.FUZZ, server="s", observe=observe)
    whole = RunPlan(command="fuzz", cases=[case], servers={"s": Server("s", TARGET)})
    finished = await run(whole, lambda _event: None)
    assert finished.exit_code == 0, finished.cases
    return (len(times) - 1) / (times[-1] - times[0])


def main() -> None:
    import hypothesis_jsonschema  # noqa: F401 - loaded once a process, whatever the number of cases

    raws, ours = [], []
    for _ in range(ROUNDS):
        raws.append(asyncio.run(raw()))
        ours.append(asyncio.run(fuzzed()))
    ratio = statistics.median(mine / bare for mine, bare in zip(ours, raws, strict=True))
    print(f"raw round trip  {statistics.median(raws):8.0f} calls/s")
    print(f"fuzz            {statistics.median(ours):8.0f} cases/s  {ratio:.0%} (goal 60%)")


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else main()
