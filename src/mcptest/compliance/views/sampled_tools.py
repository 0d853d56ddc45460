"""A tool that samples, called by a client whose model may use tools, until it asks no more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeAlias

from mcptest.compliance.observe.asking_view import questions
from mcptest.compliance.observe.connection import new_session
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.gated import call_gated, hinted_call
from mcptest.compliance.observe.input_answers import (
    SAMPLING,
    answer,
    blocks_of,
    questions_of,
    retry_with,
    sampled_with_tools,
)
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.pointer import follow_pointer
from mcptest.wire.client_side import ClientSide
from mcptest.wire.session import Session

HINT: Final = "sampling_tool"
MOST_ROUNDS: Final = 4
Model: TypeAlias = "Callable[[JsonObject], Json]"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    call = hinted_call(HINT, exam)
    asked: list[Json] = []
    model = _model(ctx)
    async with _session(model, exam, ctx) as session:
        more: JsonObject = {}
        for _ in range(MOST_ROUNDS):
            reply = await call_gated(session, {**call, **more}, exam, ctx)
            root = reply_root(reply)
            told = questions(reply, root)
            asked += [one for one in told if follow_pointer(one, "/method") == SAMPLING]
            result = root.get("result")
            if root.get("form") != "input-required" or not isinstance(result, dict):
                break
            more = retry_with(
                result, {key: _answer(one, model) for key, one in questions_of(result)}
            )
    return {"asked": asked, "turns": [*_turns(asked)], "form": root.get("form")}


def _model(ctx: Context) -> Model:
    """It uses only tools that change nothing, since the server then runs them."""

    def may_use(tool: JsonObject) -> bool:
        return ctx.gate.repeatable(ctx.server, ToolDescriptor.from_json(tool))

    return partial(sampled_with_tools, may_use=may_use)


@asynccontextmanager
async def _session(model: Model, exam: Examination, ctx: Context) -> AsyncIterator[Session]:
    client = ClientSide(capabilities={"sampling": {"tools": {}}}, answers={SAMPLING: model})
    async with exam.parking.session(exam, ctx, client) as left:
        yield left or await new_session(exam, ctx, client)


def _answer(request: Json, model: Model) -> Json:
    if isinstance(request, dict) and request.get("method") == SAMPLING:
        return model(request)
    return answer(request, "decline")


def _turns(asked: list[Json]) -> Iterator[Json]:
    for number, question in enumerate(asked):
        messages = follow_pointer(question, "/params/messages")
        for place, message in enumerate(messages if isinstance(messages, list) else ()):
            kinds: list[Json] = [one.get("type") for _, one in blocks_of([message])]
            yield {"request": number, "message": place, "kinds": kinds}


VIEW = View(
    name="sampled-tools",
    summary="The sampling tool, called by a client with sampling.tools whose model uses the first "
    "tool that it is offered.",
    members={
        "asked": "each sampling request: method, params",
        "turns": "each of their messages: request (its number), message (its place), kinds (of "
        "content)",
        "form": "how the call ended",
    },
    look=_look,
    apart=True,
)
