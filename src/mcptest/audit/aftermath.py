"""Call tools once more after a tool was fuzzed, to see whether they still work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from mcptest.audit.rejection_cause import error_words, is_rejected
from mcptest.engine.context import Context
from mcptest.engine.own_server import OwnServer
from mcptest.errors import TargetError
from mcptest.model.finding import Finding
from mcptest.model.json import JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Refusal
from mcptest.scaffold.probe import FEATURE
from mcptest.scaffold.response_checks import STOPPED, STOPPED_LIKELY
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session

MOST_OTHERS: Final = 4  # tools that are called after each one that was fuzzed
CALLS: Final = 3  # of one tool: the call, its repetition, and once in a new process
_LONGEST: Final = 3.0  # seconds


class Aftermath:
    """One for an audit; a tool that stopped working is told once."""

    def __init__(
        self,
        tools: Mapping[str, ToolDescriptor],
        worked: Callable[[], list[str]],
        arguments: Callable[[ToolDescriptor, Context], JsonObject],
    ) -> None:
        """``worked`` names the tools whose valid call succeeded at once."""
        self._tools = tools
        self._worked = worked
        self._arguments = arguments
        self._told: set[str] = set()

    async def look(
        self, context: Context, fuzzed: ToolDescriptor, own: OwnServer
    ) -> tuple[Finding, ...]:
        """A finding for each tool that no longer works where ``fuzzed`` was called."""
        found: list[Finding] = []
        for name in self._witnesses(fuzzed.name):
            one = await self._look_at(context, self._tools[name], fuzzed, await own.session())
            if one is not None:
                self._told.add(name)
                found.append(one)
        if found:  # the next tool gets a process in which everything works
            await own.discard()
        return tuple(found)

    def _witnesses(self, fuzzed: str) -> list[str]:
        """The tool itself, then a few others."""
        worked = [name for name in self._worked() if name not in self._told]
        others = [name for name in worked if name != fuzzed][:MOST_OTHERS]
        return [name for name in worked if name == fuzzed] + others

    async def _look_at(
        self, context: Context, tool: ToolDescriptor, fuzzed: ToolDescriptor, session: Session
    ) -> Finding | None:
        params: JsonObject = {"name": tool.name, "arguments": self._arguments(tool, context)}
        once = await _call(context, session, tool, params)
        if once is None or not _is_broken(once):
            return None
        again = await _call(context, session, tool, params)  # not just once
        if again is None or not _is_broken(again):
            return None
        launched = context.target.launched
        if launched and not await _works_in_a_new_process(context, tool, params):
            return None
        return _found(tool, fuzzed, again, proven=launched)


def _found(tool: ToolDescriptor, fuzzed: ToolDescriptor, reply: Reply, *, proven: bool) -> Finding:
    whose = "it" if tool.name == fuzzed.name else fuzzed.name
    words = f"{tool.name} stopped working after {whose} was called with generated arguments"
    shown = error_words(reply.exchange) or reply.problem or reply.kind.value
    new = "; the same call succeeds in a new process" if proven else ""
    check = STOPPED if proven else STOPPED_LIKELY
    return replace(check.found(f"{words}: {shown}{new}"), exchange=reply.exchange)


def _is_broken(reply: Reply) -> bool:
    return reply.kind is ReplyKind.TIMED_OUT or is_rejected(reply.exchange)


async def _works_in_a_new_process(
    context: Context, tool: ToolDescriptor, params: JsonObject
) -> bool:
    try:
        reply = await _call(context, await context.fresh(), tool, params)
    except TargetError:
        return False  # it shows nothing about the tool
    return reply is not None and reply.kind is ReplyKind.ANSWERED and not _is_broken(reply)


async def _call(
    context: Context, session: Session, tool: ToolDescriptor, params: JsonObject
) -> Reply | None:
    """None where the tool must not be called, or not any more."""
    gate, server = context.gate, context.server
    if not gate.repeatable(server, tool):
        return None
    async with gate.enter(server, tool, FEATURE) as answer:
        if isinstance(answer, Refusal):
            return None
        within = min(context.limits.timeout, gate.slow_after or _LONGEST)
        return await session.request("tools/call", params, timeout=within)
