"""A prompt with a required argument, requested without it and with a value that is not a string."""

from __future__ import annotations

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    listed = (await exam.see("prompts", ctx)).get("items")
    for entry in listed if isinstance(listed, list) else ():
        names = _required(entry)
        if names and isinstance(entry, dict):
            rest: JsonObject = dict.fromkeys(names[1:], "mcptest")
            name = entry.get("name")
            return {
                "name": name,
                "missing": await _get({"name": name, "arguments": rest}, exam, ctx),
                "number": await _get({"name": name, "arguments": {**rest, names[0]: 5}}, exam, ctx),
            }
    raise NotSeenError(SkipReason.NOT_APPLICABLE, "no listed prompt has a required argument")


def _required(entry: Json) -> list[str]:
    arguments = entry.get("arguments") if isinstance(entry, dict) else None
    return [
        name
        for argument in (arguments if isinstance(arguments, list) else ())
        if isinstance(argument, dict) and argument.get("required") is True
        if isinstance(name := argument.get("name"), str)
    ]


async def _get(params: JsonObject, exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    limit = exam.timeout_for(ctx.limits.timeout)
    return reply_root(exam.noticed(await session.request("prompts/get", params, timeout=limit)))


VIEW = View(
    name="odd-gets",
    summary="The first prompt with a required argument, got without it and with a number.",
    members={
        "name": "of the prompt",
        "missing": "the reply without the argument",
        "number": "the reply with a number in place of a text",
    },
    look=_look,
)
