"""A session that an HTTP server forgot is begun anew, once, and the case says so."""

import asyncio

from tests.engine.bench import case, server
from tests.servers.http_peer import Peer

from mcptest.engine.case import Observation
from mcptest.engine.run import RunPlan, run
from mcptest.errors import ExitCode
from mcptest.wire.target import HttpTarget


async def observe(context):
    reply = await context.request("tools/call", {"name": "a"})
    return Observation(targets={"kind": reply.kind.value})


def execute(mode: str, names: list[str]):
    async def body():
        async with asyncio.timeout(20), Peer(mode) as peer:
            one = server(HttpTarget(peer.url))
            cases = [case(name, observe, serial=True) for name in names]
            plan = RunPlan(command="run", cases=cases, servers={one.name: one})
            return await run(plan, lambda _event: None)

    return asyncio.run(body())


def test_the_call_is_made_in_a_new_session_and_noted():
    finished = execute("session-lost-once", ["first", "second"])

    first, second = finished.cases
    assert first.targets["kind"] == second.targets["kind"] == "answered"
    assert "reconnected" in first.notes[0]
    assert second.notes == ()
    assert finished.exit_code == ExitCode.OK


def test_a_server_that_forgets_every_session_is_not_asked_for_ever():
    finished = execute("session-lost", ["first"])

    assert finished.cases[0].targets["kind"] == "refused"
    assert len(finished.cases[0].notes) == 1
