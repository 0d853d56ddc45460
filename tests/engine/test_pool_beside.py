"""A question to other processes while the first one is used, and the process that it leaves."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.engine.bench import INIT

from mcptest.engine.connect import Connections
from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.detect import detect
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

COUNTED = str(Path(__file__).parents[1] / "servers/counted.py")
LIMITS = Limits(timeout=10.0)
V = SpecVersion(f"v{INIT['protocolVersion']}")


def looking(tmp_path, body):
    """What ``body`` finds with a pool and its connections."""
    target = StdioTarget((sys.executable, COUNTED, str(tmp_path / "log")))

    async def look():
        async with Pool(target, LIMITS) as pool:
            server = Server("s", target, limits=LIMITS, pool=pool, version=V)
            connections = Connections({"s": server}, lambda _event: None)
            try:
                return await body(pool, connections, target)
            finally:
                await connections.close_all()

    return asyncio.run(look())


def starts(tmp_path):
    return (tmp_path / "log").read_text().count(" start")


def asking(pool, target):
    """Every revision, on processes of the pool."""

    async def ask(leave):
        connect = pool.connecting("older revisions")
        return await detect(target, limits=LIMITS, connect=connect, left=leave)

    return ask


def test_the_process_that_agreed_to_every_revision_opens_another_session(tmp_path):
    async def body(pool, connections, target):
        task = pool.look_beside(asking(pool, target))
        session = await connections.open_agreed("s", V)
        again = await connections.open_agreed("s", V)
        return (await session.request("ping")).result, again, (await task).speaks

    answer, again, speaks = looking(tmp_path, body)
    assert (answer, again, len(speaks)) == ({}, None, 4)
    assert starts(tmp_path) == 2  # the stateless era is asked on another one


def test_what_is_kept_takes_that_process_before_a_new_one(tmp_path):
    async def body(pool, connections, target):
        await pool.look_beside(asking(pool, target))
        before = starts(tmp_path)
        await connections.open_kept("s", None, "bad input")
        return starts(tmp_path) - before

    assert looking(tmp_path, body) == 0


@pytest.mark.parametrize("fails", [True, False])
def test_a_question_that_leaves_no_process_keeps_nobody_waiting(tmp_path, fails):
    async def ask(leave):
        if fails:
            raise ValueError
        return leave

    async def body(pool, connections, _target):
        pool.look_beside(ask)
        return await connections.open_agreed("s", V)

    assert looking(tmp_path, body) is None


def test_a_question_ends_with_its_pool(tmp_path):
    async def ask(_leave):
        await asyncio.Event().wait()

    async def body(pool, _connections, _target):
        return pool.look_beside(ask)

    assert looking(tmp_path, body).cancelled()
