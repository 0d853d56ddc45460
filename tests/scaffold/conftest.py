"""Servers in memory that write down what was asked of them."""

import json

import pytest
from tests.servers.logging_server import LoggingServer

from mcptest.engine.server import Server
from mcptest.wire.limits import Limits
from mcptest.wire.target import MemoryTarget


class Logged:
    """A server in memory, and the names of the tools that were called on it."""

    def __init__(self, tools=None, *, dies_on=(), server_class=LoggingServer):
        self.tools = tools
        self.calls = []
        self.sessions = 0

        async def serve(pipe):
            self.sessions += 1
            server = server_class(self.calls.append, tools, dies_on=dies_on)
            while (raw := await pipe.receive()) is not None:
                try:
                    reply = server.handle(json.loads(raw))
                except SystemExit:
                    return
                if reply is not None:
                    await pipe.send(json.dumps(reply).encode())

        self.server = Server("default", MemoryTarget(serve), limits=Limits(timeout=5.0))

    def count(self, name):
        return self.calls.count(name)


@pytest.fixture
def logged():
    return Logged
