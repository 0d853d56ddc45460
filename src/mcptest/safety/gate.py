"""The one gate that every call with generated arguments passes: decide, count, wait, record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.run import CallRecord
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.budget import BudgetExhausted, CallBudget
from mcptest.safety.classify import Classification, classify
from mcptest.safety.pace import Pace
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy
from mcptest.safety.refusals import called_before, refused, too_slow
from mcptest.safety.sandbox import Sandbox, belongs_there

_MAY_CALL = (Decision.EXECUTE, Decision.EXECUTE_ONCE)


@record
class Permit:
    """The call may be made, once, inside the block."""

    decision: Decision
    classification: Classification


@record
class Refusal:
    """The call must not be made; ``skip`` is the typed reason for the report."""

    decision: Decision
    classification: Classification
    skip: Skip


class Gate:
    """One for a whole run, since it remembers what was called.

    ``hosted`` names the servers at an address, and ``loopback`` those of them on this machine.
    ``same`` says which names stand for one server ("default@v2025-06-18" for "default"): what may
    be called once may be called once under all of them. A tool that takes longer than
    ``slow_after`` seconds is left alone from then on. ``arguments`` are the user's own for valid
    calls, by tool.
    """

    def __init__(
        self,
        policy: ExecutionPolicy,
        *,
        hosted: Collection[str] = (),
        loopback: Collection[str] = (),
        same: Mapping[str, str] | None = None,
        on_record: Callable[[CallRecord], None] | None = None,
        pace: Callable[[float], Pace] = Pace,
        slow_after: float | None = None,
        arguments: Mapping[str, JsonObject] | None = None,
    ) -> None:
        from asyncio import Semaphore

        self.policy = policy
        self.slow_after = slow_after
        self.arguments = dict(arguments or {})
        self.budget = CallBudget(policy.max_calls)
        self.records: list[CallRecord] = []
        self.sandbox = Sandbox()
        self._hosted = frozenset(hosted)
        self._loopback = frozenset(loopback)
        self._same = dict(same or {})
        self._on_record = on_record
        self._make_pace = pace
        self._paces: dict[str, Pace] = {}
        self._called: set[tuple[str, str]] = set()
        self._slow: dict[tuple[str, str], Skip] = {}
        self._in_flight = Semaphore(max(1, policy.concurrency))

    def remember(self, other: Gate, *, server: str) -> None:
        """What another gate of the same run let through was called on this server as well."""
        called = {one.tool for one in other.records if one.called}
        self._called |= {self.key(server, tool) for tool in called}

    def key(self, server: str, tool: str) -> tuple[str, str]:
        """By what a tool of a server is remembered, whichever name the server goes by."""
        return self._same.get(server, server), tool

    def leave_alone(self, server: str, tool: str, *, waited: float) -> Skip:
        """Notes that the tool is slow, for all features; the reason for not calling it."""
        return self._slow.setdefault(self.key(server, tool), too_slow(tool, waited))

    def is_slow(self, server: str, tool: str) -> bool:
        return self.key(server, tool) in self._slow

    def enter(
        self,
        server: str,
        tool: ToolDescriptor,
        feature: str,
        *,
        context: CallContext = CallContext.NEEDS_CALL,
    ) -> AbstractAsyncContextManager[Permit | Refusal]:
        """``async with gate.enter(…) as answer``: make the call inside when it is a Permit."""
        return self._enter(server, tool, feature, context)

    def decide(self, server: str, tool: ToolDescriptor, context: CallContext) -> Permit | Refusal:
        """What ``enter`` would answer now; nothing is counted, recorded or remembered."""
        found = classify(tool)
        decision = self.policy.decide_for(found, context)
        if decision not in _MAY_CALL:
            return Refusal(decision, found, refused(tool, found, self.policy.call_only))
        slow = self._slow.get(self.key(server, tool.name))
        if slow is not None:
            return Refusal(Decision.REFUSE, found, slow)
        if decision is Decision.EXECUTE_ONCE and self.key(server, tool.name) in self._called:
            return Refusal(Decision.REFUSE, found, called_before(tool, found))
        return Permit(decision, found)

    def repeatable(self, server: str, tool: ToolDescriptor) -> bool:
        """Whether the tool may be called as often as it takes, with odd arguments as well."""
        answer = self.decide(server, tool, CallContext.NEEDS_CALL)
        return isinstance(answer, Permit) and answer.decision is Decision.EXECUTE

    def folder_for(self, tool: ToolDescriptor) -> str | None:
        """Where its generated arguments have to point, unless the tool is known to read."""
        return self.sandbox.folder() if belongs_there(classify(tool)) else None

    @asynccontextmanager
    async def _enter(
        self, server: str, tool: ToolDescriptor, feature: str, context: CallContext
    ) -> AsyncIterator[Permit | Refusal]:
        answer = self._take(server, tool, context)
        self._record(server, tool, feature, answer)
        if isinstance(answer, Refusal):
            yield answer
            return
        async with self._in_flight:
            pace = self._pace_of(server)
            if pace:
                await pace.start()
            try:
                yield answer
            finally:
                if pace:
                    pace.end()

    def _take(self, server: str, tool: ToolDescriptor, context: CallContext) -> Permit | Refusal:
        answer = self.decide(server, tool, context)
        if isinstance(answer, Refusal):
            return answer
        try:
            self.budget.acquire()
        except BudgetExhausted as spent:
            skip = Skip(SkipReason.BUDGET_EXHAUSTED, spent.message)
            return Refusal(answer.decision, answer.classification, skip)
        self._called.add(self.key(server, tool.name))
        return answer

    def _pace_of(self, server: str) -> Pace | None:
        policy = self.policy
        delay = policy.loopback_delay if server in self._loopback else policy.call_delay
        if server not in self._hosted or delay <= 0:
            return None
        if server not in self._paces:
            self._paces[server] = self._make_pace(delay)
        return self._paces[server]

    def _record(
        self, server: str, tool: ToolDescriptor, feature: str, answer: Permit | Refusal
    ) -> None:
        record = CallRecord(
            server=server,
            tool=tool.name,
            tool_class=answer.classification.tool_class.value,
            decision=answer.decision.value,
            feature=feature,
            called=isinstance(answer, Permit),
        )
        self.records.append(record)
        if self._on_record:
            self._on_record(record)
