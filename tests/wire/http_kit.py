"""What the HTTP tests share: a peer, an open link to it, and messages to send."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from tests.servers.http_peer import Peer

from mcptest.model.json import JsonObject
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.http.open import open_http
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing
from mcptest.wire.reply import Reply
from mcptest.wire.target import HttpTarget

T = TypeVar("T")
LIMITS = Limits(timeout=5.0, grace=0.5, message=200_000)


def run(body: Coroutine[None, None, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(20):
            return await body

    return asyncio.run(bounded())


@asynccontextmanager
async def linked(
    mode, *, limits: Limits = LIMITS, client: ClientSide | None = None, state=None, **target
):
    async with Peer(mode, state=state or {}) as peer:
        aim = HttpTarget(peer.url, **target)
        link = await open_http(aim, limits=limits, client=client or ClientSide())
        try:
            yield peer, link
        finally:
            await link.close()


def request(method: str = "ping", *, id: str | int | None = 1, headers=None, **more) -> Outgoing:  # noqa: A002
    message: JsonObject = {"jsonrpc": "2.0", "method": method, **more}
    if id is not None:
        message["id"] = id
    return Outgoing(encode(message), method, message, id, headers or {})


def ask(mode, out: Outgoing | None = None, *, timeout: float = 5.0, **options) -> Reply:
    """One exchange with a peer of that mode."""

    async def body() -> Reply:
        async with linked(mode, **options) as (_, link):
            return await link.exchange(out or request(), timeout=timeout)

    return run(body())


__all__ = ["LIMITS", "Peer", "ask", "linked", "request", "run"]
