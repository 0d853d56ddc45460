"""List the tools that the rules would call, without calling any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcptest.compliance.observe.gated import hinted_tools
from mcptest.model.json import Json
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext

FEATURE = "compliance"
MOST_OF_ONE = 20  # valid, without arguments, with wrong ones, with a token, as a task, by headers


def plan_rules(
    plan: CallPlan,
    tools: Iterable[ToolDescriptor],
    hints: Mapping[str, Json],
) -> None:
    """Add what the rules would do with each tool; ``hints`` name those that the user offers."""
    hinted = set(hinted_tools(hints))
    for tool in tools:
        if tool.name in hinted:
            why, consent = "named in compliance.hints", CallContext.CONSENTED
            plan.add(tool, FEATURE, MOST_OF_ONE, why, context=consent)
        else:
            why = "with valid arguments, and with invalid ones for some rules"
            plan.add(tool, FEATURE, MOST_OF_ONE, why)
