"""Cases that take over the server of an earlier one, where that is still well."""

import asyncio

from tests.compliance.peer import healthy

from mcptest.engine.case import Case, Observation
from mcptest.engine.own_server import OwnServer
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.outcome import Lane
from mcptest.wire.target import MemoryTarget


def started(observes):
    """How many servers these cases took, and what each noted."""
    inner, opened = memory_target(MockServer(healthy())), []

    async def serve(pipe):
        opened.append(pipe)
        await inner.serve(pipe)

    cases = [
        Case(id=str(number), name=str(number), lane=Lane.FUZZ, server="one", observe=observe)
        for number, observe in enumerate(observes)
    ]
    plan = RunPlan(
        command="test",
        cases=cases,
        servers={"one": Server("one", MemoryTarget(serve), max_in_flight=2)},
    )
    done = asyncio.run(run(plan, lambda _event: None))
    return len(opened), [case.notes for case in done.cases]


def asks(*, alone):
    async def observe(context):
        session = await OwnServer(context, alone=alone).session()
        reply = await session.request("ping", None)
        return Observation(notes=(reply.kind.value,))

    return observe


def test_many_cases_share_two_servers():
    servers, notes = started([asks(alone=False)] * 12)
    assert servers <= 2
    assert set(notes) == {("answered",)}


def test_a_case_that_wants_to_be_alone_gets_a_server_of_its_own():
    assert started([asks(alone=True)] * 3)[0] == 3


def test_a_server_that_a_case_gave_up_is_not_handed_on():
    async def discards(context):
        own = OwnServer(context, alone=False)
        await own.session()
        await own.discard()
        return Observation(notes=("gone",))

    servers, notes = started([discards] * 3)
    assert servers == 3
    assert set(notes) == {("gone",)}


def test_a_case_whose_server_keeps_dying_waits_for_nobody():
    async def again(context):
        own = OwnServer(context, alone=False)
        for _ in range(3):
            await own.session()
            await own.discard()
        return Observation(notes=(str(own.starts),))

    assert started([again] * 4) == (12, [("3",)] * 4)
