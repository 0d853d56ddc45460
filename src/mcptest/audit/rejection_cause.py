"""Find out in a new process what makes a tool reject a valid call."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mcptest.audit.earlier_requests import EarlierRequest
from mcptest.engine.call_outcome import outcome_of
from mcptest.engine.context import Context
from mcptest.model.escape import one_line
from mcptest.model.finding import Exchange, Finding
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.texts import texts_in
from mcptest.model.tool import ToolDescriptor
from mcptest.model.valid_calls import CallOutcome
from mcptest.safety.gate import Refusal
from mcptest.scaffold.probe import FEATURE
from mcptest.scaffold.response_checks import STOPPED, STOPPED_LIKELY, ResponseCheck
from mcptest.scaffold.trial import first_text
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

MOST_REPLAYED: Final = 8  # failed requests, each followed by the valid call
MOST_TRIALS: Final = 3  # in one audit
MOST_CALLS: Final = 2 * MOST_REPLAYED + 3 + MOST_TRIALS  # of one tool in one audit
_LONGEST: Final = 3.0  # seconds
_BUSY: Final = re.compile(r"(?i)rate.?limit|too many (?:requests|calls)|quota|throttl|\b429\b")


@record
class FreshTrial:
    """The valid call of one tool, and a process that has not seen what came before it."""

    context: Context
    session: Session
    tool: ToolDescriptor
    params: JsonObject

    async def run(self, rejected: Exchange, failed: Sequence[EarlierRequest]) -> Finding | None:
        """None where the tool rejects the call here as well, or must not be called."""
        first = await self._call(self.tool, self.params)
        if first is None or outcome_of(first) is not CallOutcome.SUCCEEDED:
            return None
        again = await self._rejection()
        if again is not None:
            return _found(STOPPED, "the tool works only once per process", again, first)
        for request in failed[:MOST_REPLAYED]:
            later = await self._rejection() if await self._replay(request) else None
            if later is not None:
                return _found(STOPPED, f"the tool stopped working after {request}", later, first)
        words = "the tool rejected a valid call after other requests"
        return _found(STOPPED_LIKELY, words, rejected, first)

    async def _rejection(self) -> Exchange | None:
        """The valid call once more, where it is rejected from now on and not just once."""
        for _ in range(2):
            reply = await self._call(self.tool, self.params)
            if reply is None or not is_rejected(reply.exchange):
                return None
        return reply.exchange if reply is not None else None

    async def _replay(self, request: EarlierRequest) -> bool:
        """Whether it was sent; a tool that may be called only once is not called for this."""
        tool = (await self.context.tools_by_name()).get(request.tool or "")
        if tool is not None:
            return await self._call(tool, request.params) is not None
        await self._ask(request.method, request.params)  # at most a tool that nobody has
        return True

    async def _call(self, tool: ToolDescriptor, params: JsonObject | None) -> Reply | None:
        gate, server = self.context.gate, self.context.server
        if not gate.repeatable(server, tool):
            return None
        async with gate.enter(server, tool, FEATURE) as answer:
            return None if isinstance(answer, Refusal) else await self._ask("tools/call", params)

    async def _ask(self, method: str, params: JsonObject | None) -> Reply:
        """Wait no longer than for a slow tool: what is repeated was answered before."""
        within = min(self.context.limits.timeout, self.context.gate.slow_after or _LONGEST)
        return await self.session.request(method, params, timeout=within)


def is_rejected(exchange: Exchange) -> bool:
    """An error came back that is not about too many calls."""
    return error_words(exchange) is not None and not _BUSY.search(texts_in(exchange.reply))


def error_words(exchange: Exchange) -> str | None:
    """The error in one line; None where the response is not an error."""
    reply = exchange.reply if isinstance(exchange.reply, dict) else {}
    error, result = reply.get("error"), reply.get("result")
    if isinstance(error, dict):
        return one_line(f"error {error.get('code')}: {error.get('message')}")
    if isinstance(result, dict) and result.get("isError") is True:
        said = first_text(result)
        return one_line(f"tool error: {said}") if isinstance(said, str) else "tool error"
    return None


def _found(check: ResponseCheck, words: str, rejected: Exchange, first: Reply) -> Finding:
    message = f"{words}: {error_words(rejected)}; the same call succeeds in a new process"
    worked = first.exchange.settled().reply
    actual = rejected.settled().reply
    return replace(check.found(message), expected=worked, actual=actual, exchange=rejected)
