"""The connection that steps run on: shared, scratch, fresh, or bare of any handshake."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.examination import Examination
from mcptest.engine.context import Context
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, Era, SpecVersion
from mcptest.wire.client_side import ClientRefusal, ClientSide
from mcptest.wire.codec import encode
from mcptest.wire.link import Closing, Link, Outgoing, open_link
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session
from mcptest.wire.target import HttpTarget, Target
from mcptest.wire.transcript import Transcript

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
        return self.link.transport in {"streamable-http", "sse"}

    @property
    def era(self) -> Era:
        return self.session.era if self.session else self.version.era

    @property
    def is_starting(self) -> bool:
        """Nothing was heard yet, so a wait includes the start of the server."""
        entries = self.transcript.entries
        return self.session is None and all(entry.direction != "received" for entry in entries)

    async def say(
        self, message: Json | bytes, *, wait_for: str | int | None, timeout: float, headers: Headers
    ) -> Reply:
        if self.session is not None:
            return await self.session.exchange(
                message, id=wait_for, timeout=timeout, headers=headers
            )
        raw = message if isinstance(message, bytes) else encode(message)
        method = message.get("method") if isinstance(message, dict) else None
        out = Outgoing(
            raw=raw,
            method=method if isinstance(method, str) else "",
            message=MISSING if isinstance(message, bytes) else message,
            id=wait_for,
            headers=headers,
        )
        return await self.link.exchange(out, timeout=timeout)

    async def close(self) -> Closing:
        return await (self.session.close() if self.session else self.link.close())


@asynccontextmanager
async def connect(
    observe: Observe, client: JsonObject, exam: Examination, ctx: Context
) -> AsyncIterator[RuleConnection]:
    """Open what the rule asks for; what was opened here is closed here."""
    timeout = ctx.limits.timeout
    if observe.on == "bare":
        link = await open_link(spoken(ctx), limits=ctx.limits, client=client_side(client))
        exam.remember(link.transcript, probed=True)
        if exam.version is not None and exam.version.era is Era.STATELESS:
            link.version = exam.version
        try:
            yield RuleConnection(link, None, exam.version or NEWEST_HANDSHAKE, timeout)
        finally:
            await link.close()
        return
    if observe.on == "scratch" and not client:
        async with exam.scratch.use(exam, ctx) as session:
            yield RuleConnection(session.link, session, session.version, timeout)
        return
    if observe.on == "fresh" or client:
        session = await ctx.fresh(version=exam.version, client=client_side(client))
        exam.remember(session.transcript)
    else:
        session = await exam.session(ctx)
    yield RuleConnection(session.link, session, session.version, timeout)


def spoken(ctx: Context) -> Target:
    """The target by the transport that its session was found to use, where one was opened."""
    facts = ctx.connections.facts.get(ctx.server)
    if isinstance(ctx.target, HttpTarget) and facts is not None and facts.transport == "sse":
        return replace(ctx.target, transport="sse")
    return ctx.target


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
