"""List requests sent at once, without waiting for one another."""

from __future__ import annotations

import asyncio

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.select import declares
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason

TURN = "com.example/mcptest-turn"
_ROUNDS = 4


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await exam.session(ctx)
    kinds = ("tools", "resources", "prompts")
    methods = [f"{kind}/list" for kind in kinds if declares(session.capabilities, kind)]
    if not methods:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "the server declares no list")
    limit = exam.timeout_for(ctx.limits.timeout)

    async def ask(turn: int, method: str) -> JsonObject:
        params: JsonObject = {"_meta": {TURN: turn}}
        return reply_root(exam.noticed(await session.request(method, params, timeout=limit)))

    async def ask_all() -> list[JsonObject]:
        turns = enumerate(methods * _ROUNDS)
        return list(await asyncio.gather(*(ask(turn, method) for turn, method in turns)))

    items = await ask_all()
    if any(item["form"] == "closed" for item in items):
        session = await exam.session(ctx)  # what another rule sent may have ended the one before
        items = await ask_all()
    return {"items": [*items]}


VIEW = View(
    name="interleaved",
    summary="Each declared list, four times, all asked for at once.",
    members={"items": "one reply for each request: method, form, result"},
    look=_look,
)
