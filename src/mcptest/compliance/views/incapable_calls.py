"""Tools that ask their client something, called by a client that declares nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import call_gated
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.wire.session import Session

MOST_TOOLS = 4
_HINT = "eliciting_tool"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    calls = {str(call["name"]): call for call in (await _asking(exam, ctx))[::-1]}
    first, *more = list(calls.values())[::-1][:MOST_TOOLS]
    async with exam.scratch.use(exam, ctx) as session:
        items: list[Json] = [await _call(first, session, exam, ctx)]
        for call in more:
            with suppress(NotSeenError):
                items.append(await _call(call, session, exam, ctx))
    return {"items": items}


async def _asking(exam: Examination, ctx: Context) -> list[JsonObject]:
    """The hinted tool; where it was found, all that were found with it."""
    hint = exam.hints[_HINT]
    assert isinstance(hint, dict)
    named: JsonObject = {"name": hint.get("name"), "arguments": hint.get("args", {})}
    if _HINT not in exam.fixtures.found:
        return [named]
    return [named, *_offered(await exam.see("offers", ctx))]


def _offered(offers: JsonObject) -> Iterator[JsonObject]:
    items = offers.get("items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("asked"):
            yield {"name": item["tool"], "arguments": item["arguments"]}


async def _call(
    params: JsonObject, session: Session, exam: Examination, ctx: Context
) -> JsonObject:
    reply = await call_gated(session, params, exam, ctx)
    return {"tool": params["name"], **reply_root(reply)}


VIEW = View(
    name="incapable-calls",
    summary="The hinted eliciting tool, or up to four tools that ask, called without capabilities.",
    members={"items": "one for each call: tool, form, result, error, http"},
    look=_look,
)
