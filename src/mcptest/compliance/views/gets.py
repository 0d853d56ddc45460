"""What getting the listed prompts gives."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.compliance.why_unchecked import left_of
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

MOST_GETS = 8


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    listed = (await exam.see("prompts", ctx)).get("items")
    session = await exam.session(ctx)
    items: list[Json] = []
    for entry in listed[:MOST_GETS] if isinstance(listed, list) else ():
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(entry, dict) and isinstance(name, str):
            params: JsonObject = {"name": name, "arguments": prompt_arguments(name, entry, exam)}
            timeout = exam.timeout_for(ctx.limits.timeout)
            reply = exam.noticed(await session.request("prompts/get", params, timeout=timeout))
            items.append({"name": name, "prompt": entry, **reply_root(reply)})
    return {"items": items, "left": left_of(listed, "name", items)}


def prompt_arguments(name: str, entry: JsonObject, exam: Examination) -> JsonObject:
    """Those that the suite gives, else a text for each."""
    given = exam.hints.get("prompt_args")
    known = given.get(name) if isinstance(given, dict) else None
    if isinstance(known, dict):
        return known
    declared = entry.get("arguments")
    names = (
        [a.get("name") for a in declared if isinstance(a, dict)]
        if isinstance(declared, list)
        else []
    )
    return {argument: "mcptest" for argument in names if isinstance(argument, str)}


VIEW = View(
    name="gets",
    summary="Getting up to eight listed prompts, with generated or hinted arguments.",
    members={
        "items": "one for each: name, prompt (as listed), form, result, error, http",
        "left": "the names of the listed prompts that were not requested",
    },
    look=_look,
)
