"""What would be called and what would not, for people: the plan of a dry run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mcptest.model.escape import one_line
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify, strictest_by_name
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy
from mcptest.safety.sandbox import SHOWN, belongs_there
from mcptest.scaffold.arguments import tool_arguments
from mcptest.scaffold.probe import FEATURE

_WORDS = {
    Decision.EXECUTE: "would be called",
    Decision.EXECUTE_ONCE: "would be called once",
    Decision.GENERATE_ONLY: "would be written, not called",
    Decision.REFUSE: "would not be called",
}


def outlook(
    tools: Iterable[ToolDescriptor],
    policy: ExecutionPolicy,
    context: CallContext,
    *,
    all_arguments: bool = False,
) -> Iterator[str]:
    """One line a tool: what would happen, its class and why, and the arguments made up for it."""
    for tool in strictest_by_name(tools).values():
        found = classify(tool)
        fate = _WORDS[policy.decide_for(found, context)]
        folder = SHOWN if belongs_there(found) else None
        made = tool_arguments(tool, all_arguments=all_arguments, folder=folder)
        if made.problem is None:
            given = json.dumps(made.value, ensure_ascii=False)
        else:
            fate, given = "would not be called", made.problem
        line = f"{tool.name}: {fate} ({found.tool_class}: {found.reason}) {given}"
        yield one_line(line, limit=400)


def plan_probes(plan: CallPlan, tools: Iterable[ToolDescriptor]) -> None:
    """Add the one valid call of each tool."""
    for tool in tools:
        problem = tool_arguments(tool).problem
        if problem is None:
            plan.add(tool, FEATURE, 1, "with valid arguments")
        else:
            plan.add(tool, FEATURE, 0, f"no valid arguments could be generated: {problem}")
