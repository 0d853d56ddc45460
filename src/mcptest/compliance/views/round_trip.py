"""A tool that asks back, answered rightly and in every way that a client may get wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from mcptest.compliance.observe.connection import client_side
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.other_arguments import other_arguments
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.input_answers import SAMPLED
from mcptest.compliance.observe.input_answers import retry as retry_of
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.session import Session

HINT = "eliciting_tool"
_MOST_ROUNDS = 4
_CLIENT: JsonObject = {"capabilities": {"elicitation": {}, "sampling": {}, "roots": {}}}


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    tool = exam.hints.get(HINT)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, f"needs a hint: compliance.hints.{HINT}")
    trip = AskingCall({"name": tool["name"], "arguments": tool.get("args", {})}, exam, ctx)
    session = await _open(exam, ctx)
    root: JsonObject = {"first": await trip.ask(session)}
    asked = _asked(root["first"])
    if asked is None:
        return root
    if HINT in exam.fixtures.once:  # whatever else is asked of it has to come before it runs
        with suppress(NotSeenError):
            await exam.see("rounds", ctx)
    withheld: JsonObject = {}
    other = tool["other_args"] if "other_args" in tool else await _other(tool, exam, ctx)
    for name, retry in _retries(trip, session, asked, other).items():
        try:
            if (reply := await retry()) is not None:
                root[name] = reply
        except NotSeenError as refused:  # it may run once, and has
            withheld[name] = refused.skip.detail
    return {**root, "withheld": withheld} if withheld else root


async def _other(tool: JsonObject, exam: Examination, ctx: Context) -> Json:
    """Generated for a tool that may be called again."""
    offered = {**await ctx.tools_by_name(), **exam.fixtures.tools}
    known = offered.get(str(tool["name"]))
    if known is None or not ctx.gate.repeatable(ctx.server, known):
        return None
    return other_arguments(known.input_schema, tool.get("args", {}))


def _retries(
    trip: AskingCall, session: Session, asked: JsonObject, other: Json
) -> dict[str, Callable[[], Awaitable[JsonObject | None]]]:
    """By name; a tool that may run once is sent first what a right server does not run."""
    good = retry_of(asked)
    bad: dict[str, JsonObject] = {
        "missing": {**good, "inputResponses": {}},
        "ill_formed": {**good, "inputResponses": 5},
        "declined": retry_of(asked, "decline"),
        "cancelled": retry_of(asked, "cancel"),
    }
    return {
        **{name: partial(trip.ask, session, change) for name, change in bad.items()},
        "altered": partial(trip.altered, session),
        "completed": partial(trip.completed, session),
        "extra": partial(trip.completed, session, extra={"mcptest_unknown": SAMPLED}),
        "elsewhere": partial(trip.elsewhere, session),
        "replayed": partial(trip.replayed, session, other),
    }


class AskingCall:
    """One tool and its arguments, asked and answered; each run begins with a question of its own.

    A server may accept its state once only.
    """

    def __init__(self, call: JsonObject, exam: Examination, ctx: Context) -> None:
        self._call = call
        self._exam = exam
        self._ctx = ctx

    async def ask(self, session: Session, change: JsonObject | None = None) -> JsonObject:
        params: JsonObject = {**self._call, **(change or {})}
        limit = self._exam.timeout_for(self._ctx.limits.timeout)
        async with may_call(params["name"], self._exam, self._ctx):
            reply = await session.request("tools/call", params, timeout=limit)
            self._exam.noticed(reply)
        return reply_root(reply)

    async def completed(self, session: Session, extra: JsonObject | None = None) -> JsonObject:
        """Answer until it asks no more, with the ``extra`` answers in the first round."""
        first = await self.ask(session)
        asked = _asked(first)
        if asked is None:
            return first
        good = retry_of(asked)
        answers = good["inputResponses"]
        assert isinstance(answers, dict)
        change: JsonObject = {**good, "inputResponses": {**answers, **(extra or {})}}
        return await self._finished(session, await self.ask(session, change))

    async def elsewhere(self, session: Session) -> JsonObject | None:
        """Asked on one connection, answered on another; a process is the only one of its client."""
        asked = None if session.link.transport.process else _asked(await self.ask(session))
        if asked is None:
            return None
        other = await _open(self._exam, self._ctx)
        return await self._finished(other, await self.ask(other, retry_of(asked)))

    async def altered(self, session: Session) -> JsonObject | None:
        """With another state, which may be answered with the question; None where there is none."""
        asked = _asked(await self.ask(session))
        state = asked.get("requestState") if asked is not None else None
        if asked is None or not isinstance(state, str) or not state:
            return None
        other = "A" if state[0] != "A" else "B"
        changed: JsonObject = {**retry_of(asked), "requestState": other + state[1:]}
        return await self.ask(session, changed)

    async def replayed(self, session: Session, arguments: Json) -> JsonObject | None:
        asked = _asked(await self.ask(session)) if isinstance(arguments, dict) else None
        if asked is None:
            return None
        return await self.ask(session, {**retry_of(asked), "arguments": arguments})

    async def _finished(self, session: Session, reply: JsonObject) -> JsonObject:
        for _ in range(_MOST_ROUNDS - 1):
            if (asked := _asked(reply)) is None:
                break
            reply = await self.ask(session, retry_of(asked))
        return reply


def _asked(reply: Json) -> JsonObject | None:
    """The result that asks for input, where it is one."""
    result = reply.get("result") if isinstance(reply, dict) else None
    asks = isinstance(result, dict) and result.get("resultType") == "input_required"
    return result if isinstance(result, dict) and asks else None


async def _open(exam: Examination, ctx: Context) -> Session:
    session = await ctx.fresh(version=exam.version, client=client_side(_CLIENT))
    exam.remember(session.transcript)
    return session


VIEW = View(
    name="round-trip",
    summary="The hinted eliciting tool, called and then answered in several ways.",
    members={
        "first": "the reply that asks",
        "completed": "the reply once every question was answered, in up to four rounds",
        "elsewhere": "the same with the answers on a connection of their own",
        "extra": "with an answer nobody asked for",
        "missing": "without any answer",
        "ill_formed": "with inputResponses that are not an object",
        "declined": "with every question declined",
        "cancelled": "with every question cancelled",
        "altered": "with one character of requestState changed",
        "replayed": "with the arguments in `other_args` of the fixture, or generated ones",
        "withheld": "for each of these that was not sent, because the tool may run once: why",
    },
    look=_look,
)
