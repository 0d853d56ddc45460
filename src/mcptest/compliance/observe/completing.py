"""Completion of something that the server lists, as a view."""

from __future__ import annotations

import re

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason

_VARIABLE = re.compile(r"\{[+#./;?&]?([A-Za-z0-9_.%]+)")


def completing_view(name: str, summary: str, listing: str) -> View:
    """The view of one completion for the first entry of ``listing`` that can be completed."""

    async def look(exam: Examination, ctx: Context) -> JsonObject:
        items = (await exam.see(listing, ctx)).get("items")
        for item in items if isinstance(items, list) else ():
            found = _subject(item) if isinstance(item, dict) else None
            if found is not None:
                return await _complete(*found, exam, ctx)
        text = f"nothing that {listing} lists has an argument to complete"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)

    members = {
        "ref": "what was completed",
        "argument": "the name of the argument",
        "form": "how it was answered",
        "result": "when it came",
    }
    return View(name=name, summary=summary, members=members, look=look)


async def _complete(ref: JsonObject, argument: str, exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    params: JsonObject = {"ref": ref, "argument": {"name": argument, "value": ""}}
    timeout = exam.timeout_for(ctx.limits.timeout)
    reply = exam.noticed(await session.request("completion/complete", params, timeout=timeout))
    return {"ref": ref, "argument": argument, **reply_root(reply)}


def _subject(item: JsonObject) -> tuple[JsonObject, str] | None:
    template = item.get("uriTemplate")
    if isinstance(template, str):
        found = _VARIABLE.search(template)
        return ({"type": "ref/resource", "uri": template}, found[1]) if found else None
    arguments = item.get("arguments")
    first: Json = arguments[0] if isinstance(arguments, list) and arguments else None
    name = first.get("name") if isinstance(first, dict) else None
    if not isinstance(name, str):
        return None
    return {"type": "ref/prompt", "name": item.get("name")}, name
