"""The one gate that every call with made-up arguments passes: decide, count, wait, record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.run import CallRecord
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.budget import BudgetExhausted, CallBudget
from mcptest.safety.classify import Classification, ToolClass, classify
from mcptest.safety.pace import Pace
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy

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
    """One for a whole run, since it remembers what was called; ``http`` names the HTTP servers."""

    def __init__(
        self,
        policy: ExecutionPolicy,
        *,
        http: Collection[str] = (),
        on_record: Callable[[CallRecord], None] | None = None,
        pace: Callable[[float], Pace] = Pace,
    ) -> None:
        from asyncio import Semaphore

        self.policy = policy
        self.budget = CallBudget(policy.max_calls)
        self.records: list[CallRecord] = []
        self._http = frozenset(http)
        self._on_record = on_record
        self._make_pace = pace
        self._paces: dict[str, Pace] = {}
        self._called: set[tuple[str, str]] = set()
        self._in_flight = Semaphore(max(1, policy.concurrency))

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
        decision = self.policy.decide(found.tool_class, context)
        if decision not in _MAY_CALL:
            return Refusal(decision, found, _refused(tool, found))
        if decision is Decision.EXECUTE_ONCE and (server, tool.name) in self._called:
            return Refusal(Decision.REFUSE, found, _called_before(tool, found))
        return Permit(decision, found)

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
        self._called.add((server, tool.name))
        return answer

    def _pace_of(self, server: str) -> Pace | None:
        if server not in self._http or self.policy.call_delay <= 0:
            return None
        if server not in self._paces:
            self._paces[server] = self._make_pace(self.policy.call_delay)
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


def _refused(tool: ToolDescriptor, found: Classification) -> Skip:
    detail = (
        f"{tool.name} is destructive ({found.reason}); "
        "pass --execute-destructive to have it called once"
    )
    return Skip(SkipReason.REFUSED_BY_POLICY, detail)


def _called_before(tool: ToolDescriptor, found: Classification) -> Skip:
    kind = "destructive" if found.tool_class is ToolClass.DESTRUCTIVE else "mutating"
    detail = f"{tool.name} is {kind} ({found.reason}) and was called once in this run already"
    return Skip(SkipReason.REFUSED_BY_POLICY, detail)
