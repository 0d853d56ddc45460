"""Which tools the rules would call, before any is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcptest.compliance.observe.gated import hinted_tools
from mcptest.compliance.views.calls import MOST_CALLS, callable_tools
from mcptest.model.json import Json
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext

FEATURE = "compliance"
MOST_OF_ONE = 20  # valid, without arguments, with wrong ones, with a token, as a task, by headers


def plan_rules(
    plan: CallPlan,
    tools: Iterable[ToolDescriptor],
    gate: Gate,
    server: str,
    hints: Mapping[str, Json],
) -> None:
    """Add what the rules would do with each tool; ``hints`` name those that the user offers."""
    offered = list(tools)
    given = hints.get("tool_args")
    first = given if isinstance(given, dict) else {}
    chosen = [tool.name for tool in callable_tools(offered, gate, server, first=first)]
    chosen = chosen[:MOST_CALLS]
    hinted = set(hinted_tools(hints))
    for tool in offered:
        if tool.name in hinted:
            why, consent = "named in compliance.hints", CallContext.CONSENTED
            plan.add(tool, FEATURE, MOST_OF_ONE, why, context=consent)
        elif tool.name in chosen:
            plan.add(
                tool,
                FEATURE,
                MOST_OF_ONE,
                "with valid arguments, and with invalid ones for some rules",
            )
        else:
            why = f"the rules call up to {MOST_CALLS} read-only tools, and this is not one of them"
            plan.add(tool, FEATURE, 0, why)
