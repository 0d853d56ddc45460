"""A server that another process of itself kills is noticed, also where its end is heard late."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.compliance.peer import healthy

from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.engine.single_instance import open_single_instance
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.limits import Limits
from mcptest.wire.transport import STDIO

NEWEST = SpecVersion.V2025_11_25


class FirstProcess:
    """A process, by what was heard of it and what the operating system knows."""

    transport = STDIO

    def __init__(self, *, heard, known):
        self._heard, self._known = heard, known

    def alive(self):
        return self._heard

    def running(self):
        return self._known


@pytest.mark.parametrize(
    ("heard", "known", "alone"),
    [(True, True, False), (True, False, True), (False, False, True)],
)
def test_a_first_process_that_did_not_survive_the_second_is_opened_again(heard, known, alone):
    target = memory_target(MockServer(healthy(), version=NEWEST))
    first = SimpleNamespace(version=NEWEST, link=FirstProcess(heard=heard, known=known))
    openings = []

    async def look():
        async with Pool(target, Limits()) as pool:

            async def opened():
                openings.append(pool.alone)
                return first

            await open_single_instance(Server("default", target), pool, opened, more=1)
            if pool.second is not None:
                await pool.second.close()
            return pool.alone

    assert asyncio.run(look()) is alone
    assert openings == ([False, True] if alone else [False])
