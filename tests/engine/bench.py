"""A small workshop for engine tests: peers in memory, cases made of functions."""

import asyncio

from mcptest.engine.case import Case, Observation
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.model.outcome import Lane
from mcptest.wire.codec import encode
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget

INIT = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "peer", "version": "1"},
}
DONE = {"content": [{"type": "text", "text": "done"}]}


def peer(handler=None, *, starts=None):
    """A server whose ``tools/call`` is ``handler(params) -> result``; None means: go away."""
    import json

    async def serve(pipe):
        if starts is not None:
            starts.append(1)
        while (raw := await pipe.receive()) is not None:
            message = json.loads(raw)
            if "id" not in message:
                continue
            match message["method"]:
                case "initialize":
                    result = INIT
                case "tools/list":
                    result = {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}
                case _:
                    result = handler(message["params"]) if handler else DONE
            if result is None:
                return
            if asyncio.iscoroutine(result):
                result = await result
            await pipe.send(encode({"jsonrpc": "2.0", "id": message["id"], "result": result}))

    return MemoryTarget(serve)


def server(target=None, *, name="default", timeout=5.0, **more):
    return Server(name=name, target=target or peer(), limits=Limits(timeout=timeout), **more)


def case(name, observe=None, *, server="default", **more):
    async def nothing(context):
        return Observation()

    return Case(
        id=f"tools::{server}::{name}",
        name=name,
        lane=Lane.TOOLS,
        server=server,
        observe=observe or nothing,
        **more,
    )


def calling(name="ping", params=None):
    """An observation that is one request on the shared session."""

    async def observe(context):
        session = await context.session()
        reply = await session.request("tools/call", params or {"name": name})
        return Observation(roots={"result": reply.result, "error": reply.error})

    return observe


def execute(cases, *servers, **more):
    """Run to the end; the run and every event."""
    events = []
    plan = RunPlan(command="run", cases=cases, servers={s.name: s for s in servers}, **more)
    finished = asyncio.run(run(plan, events.append))
    return finished, events
