"""Which transport a target gets."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import open_link
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.target import HttpTarget, MemoryTarget, StdioTarget


@pytest.mark.parametrize(
    ("target", "module", "opener"),
    [
        (StdioTarget(("x",)), "stdio", "open_stdio"),
        (MemoryTarget(lambda pipe: None), "memory", "open_memory"),
        (HttpTarget("http://x"), "http.open", "open_http"),
        (HttpTarget("http://x", transport="streamable-http"), "http.open", "open_http"),
        (HttpTarget("http://x", transport="sse"), "http.open_sse", "open_sse"),
    ],
)
def test_a_target_is_opened_by_its_transport_alone(run, monkeypatch, target, module, opener):
    async def opened(given, *, limits, client):
        return given

    fake = ModuleType(module)
    setattr(fake, opener, opened)
    monkeypatch.setitem(sys.modules, f"mcptest.wire.{module}", fake)
    assert run(open_link(target, limits=Limits(), client=ClientSide())) is target


def test_a_reply_shows_both_sides_of_the_exchange():
    reply = Reply(ReplyKind.ANSWERED, "x", request={"id": 1}, message={"id": 1, "result": {}})
    assert (reply.exchange.request, reply.exchange.reply) == ({"id": 1}, {"id": 1, "result": {}})
