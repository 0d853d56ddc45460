"""The mock in the same process, through a session and through a bare pipe."""

import asyncio
import json

from mcptest.mock.memory import memory_target
from mcptest.mock.overrides.override import Override
from mcptest.mock.server import MockServer
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.session import open_session

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


class Pipe:
    def __init__(self, *messages):
        self.incoming = list(messages)
        self.sent = []

    async def receive(self):
        return self.incoming.pop(0) if self.incoming else None

    async def send(self, message):
        self.sent.append(message)


def served(mock, *messages):
    pipe = Pipe(*messages)
    asyncio.run(memory_target(mock).serve(pipe))
    return pipe


def test_a_session_opens_in_both_eras(shop):
    async def talk(version):
        session = await open_session(memory_target(shop), version=version)
        try:
            return await session.request("tools/list")
        finally:
            await session.close()

    for version in SpecVersion:
        assert asyncio.run(talk(version)).ok


def test_a_pipe_is_served_until_it_closes(shop):
    [reply] = served(shop, PING).sent
    assert json.loads(reply)["result"] == {}


def test_raw_bytes_delays_and_exits_are_honoured(shop):
    babble = MockServer(shop, overrides=[Override("ping", raw="oops", delay_ms=1)])
    assert served(babble, PING).sent == [b"oops"]
    crash = MockServer(shop, overrides=[Override("ping", exit=1)])
    pipe = served(crash, PING, PING)
    assert (pipe.sent, pipe.incoming) == ([], [PING])
    dead = MockServer(shop, overrides=[Override("start", exit=1)])
    assert served(dead, PING).incoming == [PING]
