"""The calls that a command would make."""

from __future__ import annotations

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate, Refusal
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.tool_class import Classification


@record
class PlannedCalls:
    """What one feature would do with one tool: at most so many calls, and why."""

    tool: str
    found: Classification
    decision: Decision
    feature: str
    most: int
    why: str


class CallPlan:
    """Collects them in order; what may be called once is planned once."""

    def __init__(self, gate: Gate, server: str) -> None:
        self.calls: list[PlannedCalls] = []
        self._gate = gate
        self._server = server
        self._taken: set[str] = set()

    def add(
        self,
        tool: ToolDescriptor,
        feature: str,
        most: int,
        why: str,
        *,
        valid: bool = True,
        context: CallContext = CallContext.NEEDS_CALL,
    ) -> None:
        """``valid`` says that the first call has valid arguments."""
        answer = self._gate.decide(self._server, tool, context)
        found, decision = answer.classification, answer.decision
        if isinstance(answer, Refusal):
            most, why = 0, answer.skip.detail
        elif decision is Decision.EXECUTE_ONCE and (tool.name in self._taken or not valid):
            most, why = 0, "the tool is called only once, with valid arguments"
        elif decision is Decision.EXECUTE_ONCE and most:
            most, why = 1, "with valid arguments"
            self._taken.add(tool.name)
        self.calls.append(PlannedCalls(tool.name, found, decision, feature, most, why))

    @property
    def total(self) -> int:
        """No more than the budget allows."""
        planned = sum(call.most for call in self.calls)
        limit = self._gate.policy.max_calls
        return planned if limit is None else min(planned, limit)


def plan_document(command: str, server: str, plan: CallPlan) -> JsonObject:
    """The ``mcptest.plan/v1`` document."""
    return {
        "schema": "mcptest.plan/v1",
        "command": command,
        "server": server,
        "most_calls": plan.total,
        "calls": [
            {
                "tool": call.tool,
                "class": call.found.tool_class.value,
                "source": call.found.source.value,
                "reason": call.found.reason,
                "decision": call.decision.value,
                "feature": call.feature,
                "most": call.most,
                "why": call.why,
            }
            for call in plan.calls
        ],
    }
