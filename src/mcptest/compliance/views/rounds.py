"""Requests that ask their client for input, answered round after round until they end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.capable import capable_session
from mcptest.compliance.observe.fixtures.find_fixtures import fill_found
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.input_answers import (
    broken_retry,
    odd_retry,
    questions_of,
    retry,
)
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.compliance.views.gets import prompt_arguments
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.model.outcome import SkipReason
from mcptest.wire.session import Session

HINTS: Final = ("eliciting_tool", "sampling_tool", "roots_tool")
MOST_ROUNDS: Final = 8
MOST_OF_A_KIND: Final = 8
MOST_TOOLS: Final = 4
ASKS: Final = "input-required"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    if exam.seeks_fixtures:
        await fill_found(exam, ctx)
    items: list[Json] = []
    async with capable_session(exam, ctx) as session:
        async for method, params in _requests(exam, ctx):
            with suppress(NotSeenError):
                item = await _follow(session, method, params, exam, ctx)
                items += [item] if item is not None else []
    if not items and not list(_hinted(exam)):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(HINTS[0]))
    if not items:
        raise NotSeenError(SkipReason.NOT_APPLICABLE, "nothing that was tried asks for input")
    return {"items": items}


async def _requests(exam: Examination, ctx: Context) -> AsyncIterator[tuple[str, JsonObject]]:
    """Everything that may ask for input: tools by their hints, the first prompts and resources."""
    for params in await _tools(exam, ctx):
        yield "tools/call", params
    for entry in await _listed("prompts", exam, ctx):
        name = entry.get("name")
        if isinstance(name, str):
            yield "prompts/get", {"name": name, "arguments": prompt_arguments(name, entry, exam)}
    for entry in await _listed("resources", exam, ctx):
        if isinstance(entry.get("uri"), str):
            yield "resources/read", {"uri": entry["uri"]}


async def _tools(exam: Examination, ctx: Context) -> list[JsonObject]:
    """Those of the hints; where one may run once, which ``round-trip`` needs, others like it."""
    hinted = list(_hinted(exam))
    if HINTS[0] not in exam.fixtures.once:
        return hinted
    first, *more = hinted
    others = [*more, *_asking(await exam.see("offers", ctx))]
    by_name = {str(call["name"]): call for call in others if call["name"] != first["name"]}
    return list(by_name.values())[:MOST_TOOLS] or hinted


def _hinted(exam: Examination) -> Iterator[JsonObject]:
    seen: set[str] = set()
    for hint in HINTS:
        tool = exam.hints.get(hint)
        name = tool.get("name") if isinstance(tool, dict) else None
        if isinstance(tool, dict) and isinstance(name, str) and name not in seen:
            seen.add(name)
            yield {"name": name, "arguments": tool.get("args", {})}


def _asking(offers: JsonObject) -> Iterator[JsonObject]:
    items = offers.get("items")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and item.get("asked"):
            yield {"name": item["tool"], "arguments": item["arguments"]}


async def _listed(view: str, exam: Examination, ctx: Context) -> list[JsonObject]:
    try:
        items = (await exam.see(view, ctx)).get("items")
    except NotSeenError:
        return []
    entries = items if isinstance(items, list) else []
    return [entry for entry in entries if isinstance(entry, dict)][:MOST_OF_A_KIND]


async def _follow(
    session: Session, method: str, params: JsonObject, exam: Examination, ctx: Context
) -> JsonObject | None:
    """All rounds of one request; None where it does not ask.

    A server may accept its state once only, so every try begins with a question of its own. A tool
    that may run once is sent first what a right server does not run.
    """

    async def ask(more: JsonObject) -> JsonObject:
        limit = exam.timeout_for(ctx.limits.timeout)
        async with may_call(params["name"] if method == "tools/call" else None, exam, ctx):
            reply = exam.noticed(await session.request(method, {**params, **more}, timeout=limit))
        return reply_root(reply)

    first = await ask({})
    if first.get("form") != ASKS:
        return None
    root: JsonObject = {"method": method, "of": params.get("name", params.get("uri"))}
    rounds = [first]
    with suppress(NotSeenError):  # it may run once, and has
        for name, wrong in (("odd", odd_retry), ("broken", broken_retry)):
            asked = (await ask({})).get("result")
            change = wrong(asked) if isinstance(asked, dict) and questions_of(asked) else None
            if change is not None:
                root[name] = await ask(change)
        if params.get("name") == _left_to_others(exam):
            return {**root, "rounds": list[Json](rounds)}
        rounds = [await ask({})]
        while _asks_anew(rounds) and len(rounds) < MOST_ROUNDS:
            last = rounds[-1]["result"]
            rounds.append(await ask(retry(last if isinstance(last, dict) else {})))
        root["form"] = rounds[-1]["form"]
    return {**root, "rounds": list[Json](rounds)}


def _left_to_others(exam: Examination) -> Json:
    """The tool whose one run ``round-trip`` needs."""
    hint = exam.hints.get(HINTS[0]) if HINTS[0] in exam.fixtures.once else None
    return hint.get("name") if isinstance(hint, dict) else False


def _asks_anew(rounds: list[JsonObject]) -> bool:
    """The last answer asks, and not for exactly what the one before asked for."""
    if rounds[-1].get("form") != ASKS:
        return False
    return len(rounds) == 1 or not same_json(_wanted(rounds[-1]), _wanted(rounds[-2]))


def _wanted(reply: JsonObject) -> Json:
    result = reply.get("result")
    members = ("inputRequests", "requestState")
    return {key: result.get(key) for key in members} if isinstance(result, dict) else None


VIEW = View(
    name="rounds",
    summary="Tools that ask by their hints, and prompts and resources that ask, answered until "
    "they end.",
    members={
        "items": "one for each request that asks: method, of (name or URI), rounds (every reply, "
        "the first one asks), form (of the last one, where all were sent), broken (the reply to a "
        "form field against its schema) and odd (the reply to a number in place of every answer)",
    },
    look=_look,
)
