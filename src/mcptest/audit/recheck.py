"""Repeat a rejected valid call in a new process, to see whether the tool stopped working."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from mcptest.audit.earlier_requests import earlier_requests
from mcptest.audit.rejection_cause import MOST_TRIALS, FreshTrial, is_rejected
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetError
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.wire.session import Session

REASON: Final = "rejected valid call repeated"


class Recheck:
    """One for an audit, with at most one process; a server that rejects nothing needs none."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._opened = False
        self._trials = MOST_TRIALS  # left; what broke the process leaves none

    def after(
        self, case: Case, tool: ToolDescriptor
    ) -> Callable[[Context], Awaitable[Observation]]:
        """The case's own observation, and a finding where the tool works in a new process."""

        async def observe(context: Context) -> Observation:
            seen = await case.observe(context)
            found = await self._look(context, tool, seen)
            return seen if found is None else replace(seen, findings=(*seen.findings, found))

        return observe

    async def _look(
        self, context: Context, tool: ToolDescriptor, seen: Observation
    ) -> Finding | None:
        params = _rejected_call(seen)
        if params is None or not context.gate.repeatable(context.server, tool):
            return None
        try:
            return await self._tried(context, tool, params, seen.exchange)
        except TargetError:
            return None  # a process that does not start shows nothing about the tool

    async def _tried(
        self, context: Context, tool: ToolDescriptor, params: JsonObject, rejected: Exchange | None
    ) -> Finding | None:
        """Where nothing came before the call, the rejection is the tool's own."""
        failed, anything = earlier_requests((await context.session()).transcript, params)
        session = await self._process(context) if anything and self._trials else None
        if session is None or rejected is None:
            return None
        found = await FreshTrial(context, session, tool, params).run(rejected, failed)
        if found is not None:
            self._trials -= self._trials if found.severity is Severity.ERROR else 1
        return found

    async def _process(self, context: Context) -> Session | None:
        """The same for every tool, while it is well."""
        if not self._opened:
            self._opened = True
            self._session = await context.connections.open_kept(context.server, None, REASON)
        return self._session if self._session is not None and self._session.alive() else None


def _rejected_call(seen: Observation) -> JsonObject | None:
    """What was sent, where the tool rejected it."""
    exchange = seen.exchange
    if exchange is None or not isinstance(exchange.request, dict) or not is_rejected(exchange):
        return None
    params = exchange.request.get("params")
    if not isinstance(params, dict):
        return None
    return {name: value for name, value in params.items() if name != "_meta"}
