"""``propose``: call tools, twice where allowed, and find what to assert."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from mcptest.errors import TargetError
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.safety.gate import Permit, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.scaffold.proposal import propose_assertions
from mcptest.scaffold.server_session import ServerSession
from mcptest.scaffold.subjects import Left, ProposalSubject
from mcptest.scaffold.trial import trouble_with

FEATURE = "propose"
_CONTEXT = CallContext.NEEDS_CALL


@record
class Proposals:
    """Assertions by the place of their test, and the tests that get none."""

    entries: Mapping[int, list[JsonObject]] = field(default_factory=dict)
    left: tuple[Left, ...] = ()


async def observe_and_propose(
    open_session: Callable[[], ServerSession], subjects: Sequence[ProposalSubject]
) -> Proposals:
    """The second calls come on a session of their own and in reverse order.

    So what belongs to a process (its id, its port) shows as volatile, and so does what depends on
    the calls before.

    Raises: TargetError where the server cannot be opened at all.
    """
    left: list[Left] = []
    async with open_session() as session:
        tools = strictest_by_name(await session.tools())
        first = await _first_calls(session, subjects, tools, left)
        again = [one for one in subjects if one.index in first and _twice(session, tools[one.tool])]
    second: dict[int, JsonObject] = {}
    if again:
        async with open_session() as session:
            second = await _first_calls(session, again[::-1], tools, [])
    entries = {
        one.index: propose_assertions(first[one.index], second.get(one.index), one.arguments)
        for one in subjects
        if one.index in first
    }
    return Proposals(entries, tuple(left))


def _twice(session: ServerSession, tool: ToolDescriptor) -> bool:
    answer = session.gate.decide(session.server.name, tool, _CONTEXT)
    return isinstance(answer, Permit) and answer.decision is Decision.EXECUTE


async def _first_calls(
    session: ServerSession,
    subjects: Sequence[ProposalSubject],
    tools: Mapping[str, ToolDescriptor],
    left: list[Left],
) -> dict[int, JsonObject]:
    """One answer each; what went wrong goes into ``left``."""
    seen: dict[int, JsonObject] = {}
    for one in subjects:
        tool = tools.get(one.tool)
        if tool is None:
            left.append(Left(one.name, f"the server has no tool {one.tool}"))
            continue
        outcome = await _call(session, one, tool)
        if isinstance(outcome, Left):
            left.append(outcome)
        else:
            seen[one.index] = outcome
    return seen


async def _call(
    session: ServerSession, one: ProposalSubject, tool: ToolDescriptor
) -> JsonObject | Left:
    """The result, or why there is none to learn from."""
    try:
        reply = await session.call(tool, one.arguments, _CONTEXT)
    except TargetError as gone:
        return Left(one.name, gone.message)
    if isinstance(reply, Refusal):
        by_policy = reply.skip.reason is SkipReason.REFUSED_BY_POLICY
        return Left(one.name, reply.skip.detail, refused=by_policy)
    trouble = trouble_with(reply)
    if trouble is None and isinstance(reply.result, dict):
        return reply.result
    return Left(one.name, trouble or "the result is not an object")
