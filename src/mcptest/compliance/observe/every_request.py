"""Repeat every request that the server answered, with one thing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress

from mcptest.compliance.observe.connection import Headers, RuleConnection
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import called_tool, may_call
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.stateless_meta import with_meta
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.engine.context import Context
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.spec_version import Era
from mcptest.wire.session import Session

_LISTS = {
    "tools": "tools/list",
    "resources": "resources/list",
    "templates": "resources/templates/list",
    "prompts": "prompts/list",
}
_SINGLE = ("calls", "reads", "gets")
_NO_HEADERS: Headers = {}


def varied_view(name: str, summary: str, meta: JsonObject) -> View:
    """The view of one request of each kind, with ``meta`` laid over its ``_meta``."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        items: list[Json] = []
        session = await exam.session(ctx)
        with suppress(
            NotSeenError
        ):  # on one pipe, a log message for these could seem one of a call
            await exam.see("calls", ctx)
        line = RuleConnection(session.link, session, session.version, ctx.limits.timeout)
        async for request in working_requests(exam, ctx):
            with suppress(NotSeenError):
                items.append(await ask(changed(request, meta, line), line, exam, ctx))
        return {"items": items}

    members = {"items": "one for each request that works without it: method, form, result, error"}
    return View(name=name, summary=summary, members=members, look=look)


def changed(request: JsonObject, meta: JsonObject, line: RuleConnection) -> JsonObject:
    """The request as a message, with ``meta`` laid over its ``_meta``."""
    return with_meta({"jsonrpc": "2.0", **request}, line.era, line.version, meta)


async def ask(
    message: JsonObject,
    line: RuleConnection,
    exam: Examination,
    ctx: Context,
    headers: Headers = _NO_HEADERS,
) -> JsonObject:
    """What the message gets, with an id of its own.

    Raises: NotSeenError when it calls a tool that may not be called.
    """
    own = exam.next_id()
    limit = line.timeout if line.is_starting else exam.timeout_for(line.timeout)
    tool = called_tool(message)
    async with may_call(tool, exam, ctx):
        reply = await line.say(
            {**message, "id": own},
            wait_for=own,
            timeout=limit,
            headers=headers,
            schema=await _input_schema(tool, ctx),
        )
        exam.noticed(reply)
    return reply_root(reply)


async def _input_schema(tool: Json, ctx: Context) -> MaybeJson:
    """It says which arguments are repeated as headers."""
    known = await ctx.tools_by_name() if isinstance(tool, str) else {}
    found = known.get(str(tool))
    return found.input_schema if found is not None else MISSING


async def working_requests(exam: Examination, ctx: Context) -> AsyncIterator[JsonObject]:
    """One of each kind that gave a result before."""
    session = await exam.session(ctx)
    yield {"method": "ping" if session.era is Era.HANDSHAKE else "server/discover"}
    for view, method in _LISTS.items():
        pages = await _member(view, "pages", exam, ctx)
        if pages and _worked(pages[0]):
            yield {"method": method}
    for view in _SINGLE:
        worked = [item for item in await _member(view, "items", exam, ctx) if _worked(item)]
        if worked:
            yield _again(worked[0])
    if declares(session.capabilities, "completions"):
        with suppress(NotSeenError):
            completed = await exam.see("completion", ctx)
            if _worked(completed):
                yield _again(completed)


def listing_of(session: Session) -> str:
    """The method of a list that the server declares, or of its sign of life."""
    for kind in ("tools", "resources", "prompts"):
        if declares(session.capabilities, kind):
            return _LISTS[kind]
    return "ping" if session.era is Era.HANDSHAKE else "server/discover"


async def _member(view: str, name: str, exam: Examination, ctx: Context) -> list[Json]:
    with suppress(NotSeenError):
        found = (await exam.see(view, ctx)).get(name)
        return found if isinstance(found, list) else []
    return []


def _worked(reply: Json) -> bool:
    return isinstance(reply, dict) and reply.get("form") == "result"


def _again(reply: Json) -> JsonObject:
    """The request that this answers, without its ``_meta``."""
    assert isinstance(reply, dict)
    request = reply["request"]
    assert isinstance(request, dict)
    params = request.get("params")
    kept = params.items() if isinstance(params, dict) else ()
    return {
        "method": request["method"],
        "params": {name: value for name, value in kept if name != "_meta"},
    }
