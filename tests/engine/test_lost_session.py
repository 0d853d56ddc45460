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


def test_a_server_that_stops_during_the_run_gets_a_verdict():
    """It answered, so it was reached: what ended it may be what it was asked."""

    async def body():
        async with asyncio.timeout(20), Peer("healthy") as peer:

            async def crash(context):
                await context.session()
                await peer.__aexit__()
                context.retire_session()
                return Observation()

            one = server(HttpTarget(peer.url))
            cases = [case("crashes", crash, serial=True), case("later", observe, serial=True)]
            plan = RunPlan(command="run", cases=cases, servers={one.name: one})
            return await run(plan, lambda _event: None)

    finished = asyncio.run(body())

    assert [finding.id for finding in finished.cases[1].findings] == ["server-gone"]
    assert finished.exit_code == ExitCode.FAILED


def test_a_server_that_was_never_reached_gets_none():
    one = server(HttpTarget("http://127.0.0.1:9/mcp"))
    plan = RunPlan(command="run", cases=[case("x", observe)], servers={one.name: one})
    finished = asyncio.run(run(plan, lambda _event: None))

    assert [finding.id for finding in finished.cases[0].findings] == ["connect-refused"]
    assert finished.exit_code == ExitCode.UNREACHABLE
