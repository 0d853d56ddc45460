"""Call a tool that asks the client something, as a client that declared it.

Up to 2025-11-25 a server asks by a request of its own, later by ``inputRequests`` in a result; the
member ``asked`` shows both in the same form.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager

from mcptest.compliance.observe.connection import client_side, new_session
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import capable_session
from mcptest.compliance.observe.gated import call_gated
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.spec_version import Era
from mcptest.schema.pointer import follow_pointer
from mcptest.wire.client_side import ClientSide
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

_DECLINED: Json = {"action": "decline"}  # the default answer


def asking_view(name: str, hint: str, client: JsonObject, summary: str) -> View:
    """The view of one call of the tool that ``hint`` names."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        return await ask(name, hint, client, exam, ctx)

    members = {
        "asked": "each question: method, params",
        "form": "how the call ended",
        "alive": "the answer to ping or server/discover afterwards",
        "url_declared": "whether the client declared elicitation.url",
    }
    return View(name=name, summary=summary, members=members, look=look, apart=True)


async def ask(
    name: str, hint: str, client: JsonObject, exam: Examination, ctx: Context
) -> JsonObject:
    """Call the tool on a conversation of its own.

    Raises: NotSeenError.
    """
    tool = exam.hints.get(hint)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, f"needs a hint: compliance.hints.{hint}")
    params: JsonObject = {
        "name": tool["name"],
        "arguments": tool.get("args", {}),
        "_meta": {"com.example/mcptest-view": name},
    }
    if hint in exam.fixtures.found:
        return await _ask_found(params, client_side(client), exam, ctx)
    session = await ctx.fresh(version=exam.version, client=client_side(client))
    exam.remember(session.transcript)
    return await _call(session, params, exam, ctx)


async def _ask_found(
    params: JsonObject, client: ClientSide, exam: Examination, ctx: Context
) -> JsonObject:
    """The call that showed that the tool asks, where the client answered then as it would now.

    With it what the other tools asked: one may ask for a form, and another for a web page.
    """
    offered = (await exam.see("offers", ctx)).get("items")
    listed = offered if isinstance(offered, list) else []
    items = [item for item in listed if isinstance(item, dict)]
    declined = all(answer == _DECLINED for answer in client.answers.values())
    for item in items if declined else ():
        if item.get("tool") == params["name"]:
            return {**item, "asked": [*_all_asked([item, *(o for o in items if o is not item)])]}
    async with _session_for(client, exam, ctx) as session:
        root = await _call(session, params, exam, ctx)
    if not root["asked"]:
        where = "a session that declares fewer capabilities"
        text = f"{params['name']} sent no request when called in {where}"
        raise NotSeenError(SkipReason.CANNOT_TELL, text)
    return root


@asynccontextmanager
async def _session_for(
    client: ClientSide, exam: Examination, ctx: Context
) -> AsyncIterator[Session]:
    """Of exactly this client, unless a process would have to be started for it alone.

    The tools of a process may still ask an earlier client, which declared everything.
    """
    shared = await exam.session(ctx)
    if shared.link.transport.process and shared.era is Era.HANDSHAKE:
        async with capable_session(exam, ctx, client.answers) as session:
            yield session
        return
    async with exam.parking.session(exam, ctx, client) as left:
        yield left or await new_session(exam, ctx, client)


async def _call(
    session: Session, params: JsonObject, exam: Examination, ctx: Context
) -> JsonObject:
    limit = exam.timeout_for(ctx.limits.timeout)
    reply = await call_gated(session, params, exam, ctx)
    root = reply_root(reply)
    root["asked"] = questions(reply, root)
    root["alive"] = await alive_after(session, limit)
    root["url_declared"] = declares(session.client.capabilities, "elicitation.url")
    return root


def questions(reply: Reply, root: JsonObject) -> list[Json]:
    """What the server asked its client during a call, in either era's form."""
    requests = [message for message in reply.server_requests if isinstance(message, dict)]
    return [_question(message) for message in (*requests, *_input_requests(root))]


def _all_asked(items: Iterable[JsonObject]) -> Iterator[Json]:
    for item in items:
        asked = item.get("asked")
        yield from asked if isinstance(asked, list) else ()


def _input_requests(root: JsonObject) -> list[JsonObject]:
    result = root.get("result")
    wanted = result.get("inputRequests") if isinstance(result, dict) else None
    entries = wanted.values() if isinstance(wanted, dict) else ()
    return [entry for entry in entries if isinstance(entry, dict)]


def _question(message: JsonObject) -> Json:
    return {key: message[key] for key in ("method", "params") if key in message}


async def alive_after(session: Session, limit: float) -> JsonObject:
    """Whether the server still answers."""
    method = "ping" if session.era is Era.HANDSHAKE else "server/discover"
    return reply_root(await session.request(method, timeout=limit))


def form_fields(view: Json) -> Iterator[tuple[str, JsonObject]]:
    """Each field of each form that was asked: its name and its schema."""
    asked = view.get("asked") if isinstance(view, dict) else None
    for question in asked if isinstance(asked, list) else ():
        fields = follow_pointer(question, "/params/requestedSchema/properties")
        for name, field in fields.items() if isinstance(fields, dict) else ():
            if isinstance(field, dict):
                yield name, field
