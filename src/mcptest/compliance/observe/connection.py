"""The connection for a rule's steps: shared, scratch, fresh, or without a handshake."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.examination import Examination
from mcptest.engine.context import Context
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, Era, SpecVersion
from mcptest.wire.client_side import ClientRefusal, ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.link import Closing, Link, Outgoing
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session
from mcptest.wire.target import Target
from mcptest.wire.transcript import Transcript

UNTOUCHED = "untouched"  # a session on a process that nobody had before
UNOPENED = "messages before the session is open"
Headers = Mapping[str, str | None]


@record
class RuleConnection:
    """Says anything, also wrongly; ``session`` is None before any handshake."""

    link: Link
    session: Session | None
    version: SpecVersion
    timeout: float

    @property
    def transcript(self) -> Transcript:
        return self.link.transcript

    @property
    def is_http(self) -> bool:
        return self.link.transport.http

    @property
    def era(self) -> Era:
        return self.session.era if self.session else self.version.era

    @property
    def is_starting(self) -> bool:
        """Nothing was heard yet, so a wait includes the start of the server."""
        entries = self.transcript.entries
        return self.session is None and all(entry.direction != "received" for entry in entries)

    async def say(
        self,
        message: Json | bytes,
        *,
        wait_for: str | int | None,
        timeout: float,
        headers: Headers,
        schema: MaybeJson = MISSING,
    ) -> Reply:
        """``schema`` is that of the arguments of a call; it says which of them become headers."""
        if self.session is not None:
            return await self.session.exchange(
                message, id=wait_for, timeout=timeout, headers=headers, schema=schema
            )
        raw = message if isinstance(message, bytes) else encode(message)
        method = message.get("method") if isinstance(message, dict) else None
        out = Outgoing(
            raw=raw,
            method=method if isinstance(method, str) else "",
            message=MISSING if isinstance(message, bytes) else message,
            id=wait_for,
            headers=headers,
            schema=schema,
        )
        return await self.link.exchange(out, timeout=timeout)

    async def close(self) -> Closing:
        return await (self.session.close() if self.session else self.link.close())


@asynccontextmanager
async def connect(
    observe: Observe, client: JsonObject, exam: Examination, ctx: Context, *, view: str | None
) -> AsyncIterator[RuleConnection]:
    """Open what the rule asks for; what was opened here is closed here.

    A process that nobody had before is left to others, where a ``view`` tells them by its name.
    """
    if observe.on == "bare":
        async with _bare(client, exam, ctx, view) as line:
            yield line
    elif client:
        session = await ctx.fresh(version=exam.version, client=client_side(client))
        exam.remember(session.transcript)
        yield _on(session, ctx)
    elif observe.on == "scratch":
        async with exam.scratch.use(exam, ctx) as session:
            yield _on(session, ctx)
    elif observe.on == "fresh":
        async with exam.parking.session(exam, ctx) as left:
            yield _on(left or await new_session(exam, ctx), ctx)
    elif observe.on == UNTOUCHED:
        session = await ctx.connections.open_own(ctx.server, exam.version, None)
        exam.remember(session.transcript)
        try:
            yield _on(session, ctx)
        finally:
            await _leave(session.link, view, exam)
    else:
        yield _on(await exam.session(ctx), ctx)


def _on(session: Session, ctx: Context) -> RuleConnection:
    return RuleConnection(session.link, session, session.version, ctx.limits.timeout)


async def new_session(exam: Examination, ctx: Context, client: ClientSide | None = None) -> Session:
    """A session on a process or connection that nobody had before, closed with the case."""
    session = await ctx.fresh(version=exam.version, client=client or ClientSide())
    exam.remember(session.transcript)
    return session


@asynccontextmanager
async def _bare(
    client: JsonObject, exam: Examination, ctx: Context, view: str | None
) -> AsyncIterator[RuleConnection]:
    pool = ctx.connections.pool(ctx.server)
    link = await pool.link(
        UNOPENED, target=spoken(ctx), limits=ctx.limits, client=client_side(client)
    )
    exam.remember(link.transcript, probed=True)
    if exam.version is not None and exam.version.era is Era.STATELESS:
        link.version = exam.version
    try:
        yield RuleConnection(link, None, exam.version or NEWEST_HANDSHAKE, ctx.limits.timeout)
    finally:
        await _leave(link, view, exam)


async def _leave(link: Link, view: str | None, exam: Examination) -> None:
    if view is None:
        await link.close()
    else:
        await exam.parking.leave(view, link)


def spoken(ctx: Context) -> Target:
    """The target by the transport that its session was found to use, where one was opened."""
    facts = ctx.connections.facts.get(ctx.server)
    return ctx.target if facts is None else ctx.target.spoken(facts.transport)


def client_side(client: JsonObject) -> ClientSide:
    """The client that a rule describes: what it declares and how it answers."""
    capabilities = client.get("capabilities", {})
    answers = client.get("answers", {})
    assert isinstance(capabilities, dict), json.dumps(client)
    assert isinstance(answers, dict), json.dumps(client)
    return ClientSide(
        capabilities=capabilities,
        answers={method: _answer(body) for method, body in answers.items()},
    )


def _answer(body: Json) -> Json | ClientRefusal:
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        return body
    code = error.get("code")
    return ClientRefusal(
        code if isinstance(code, int) else -1, str(error.get("message", "refused"))
    )
