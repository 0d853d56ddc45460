"""The session of a probe, with ways to send unusual messages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace

from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.spec_version import Era
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Link, Outgoing, RequestId, open_link
from mcptest.wire.meta import request_meta, with_meta
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session
from mcptest.wire.target import Target

_SETTLE = 0.5  # for an answer that a server gives after that to a later request


@dataclass(frozen=True, slots=True)
class ProbeSession:
    session: Session
    target: Target
    limits: Limits
    limit: float

    def params(self, params: JsonObject) -> JsonObject:
        """The same with what the stateless era wants in every request."""
        session = self.session
        if session.era is Era.HANDSHAKE:
            return params
        return with_meta(params, request_meta(session.version, session.client.capabilities))

    async def live(self) -> Reply:
        """A request that every server answers, to see that it lives."""
        stateless = self.session.era is Era.STATELESS
        method = "server/discover" if stateless else "ping"
        return await self.session.request(method, timeout=self.limit)

    async def say(self, message: Json | bytes, *, id: RequestId | None = None) -> Reply:  # noqa: A002
        """Send an invalid message, then check that the server is alive; silence is not a hang then.

        The reply to the odd message wins; without one, a kind of ACCEPTED says that the server
        ignored it and lives on.
        """
        session = self.session
        mark = session.transcript.mark()
        said = asyncio.ensure_future(session.exchange(message, id=id, timeout=self.limit))
        try:
            live = await self.live()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(said), min(_SETTLE, self.limit))
        finally:
            reply = await _ended(said)
        if reply is not None and reply.kind not in {ReplyKind.ACCEPTED, ReplyKind.TIMED_OUT}:
            return reply
        if live.kind in {ReplyKind.CLOSED, ReplyKind.TIMED_OUT}:
            return live
        return _overheard(session, mark, live) or _ignored(live)

    async def open(self) -> Link:
        """A connection without a handshake; closing it is the caller's."""
        return await open_link(self.target, limits=self.limits, client=ClientSide())

    async def ask(self, link: Link, message: JsonObject) -> Reply:
        """One request on such a connection; a server that is starting gets the time for it."""
        from mcptest.wire.codec import encode

        found, method = message.get("id"), message.get("method")
        number = found if isinstance(found, int | str) else None
        out = Outgoing(encode(message), str(method), message, number)
        return await link.exchange(out, timeout=max(self.limit, self.limits.timeout))

    async def overtaken(self, early: Awaitable[Reply], later: Awaitable[Reply]) -> Reply:
        """Two requests at once: the later one must be answered, the early one may be."""
        said = asyncio.ensure_future(early)
        try:
            await asyncio.sleep(0)
            after = await later
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(said), min(_SETTLE, self.limit))
        finally:
            reply = await _ended(said)
        if after.kind in {ReplyKind.CLOSED, ReplyKind.TIMED_OUT}:
            return after
        return reply or _ignored(after)


async def _ended(said: asyncio.Future[Reply]) -> Reply | None:
    """What came, or None where nothing did; nobody waits any longer."""
    if not said.done():
        said.cancel()
        await asyncio.wait([said])
    return None if said.cancelled() else said.result()


def _overheard(session: Session, mark: int, live: Reply) -> Reply | None:
    """A response without an id to wait for: null, as for an invalid request."""
    known = live.message.get("id", MISSING) if isinstance(live.message, dict) else MISSING
    for entry in session.transcript.since(mark):
        heard = entry.message if entry.direction == "received" else MISSING
        if not isinstance(heard, dict) or "method" in heard or heard.get("id", MISSING) == known:
            continue
        result, error = heard.get("result", MISSING), heard.get("error", MISSING)
        if result is not MISSING or error is not MISSING:
            return Reply(ReplyKind.ANSWERED, "", MISSING, heard, result, error)
    return None


def _ignored(live: Reply) -> Reply:
    return replace(
        live,
        kind=ReplyKind.ACCEPTED,
        result=MISSING,
        error=MISSING,
        message=MISSING,
        request=MISSING,
    )
