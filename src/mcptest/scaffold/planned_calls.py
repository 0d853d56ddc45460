"""Show which calls a dry run would make, and which it would not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mcptest.model.escape import one_line
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify, strictest_by_name
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext, Decision
from mcptest.safety.sandbox import SHOWN, belongs_there
from mcptest.scaffold.arguments import tool_arguments, valid_arguments
from mcptest.scaffold.probe import FEATURE
from mcptest.schema.synth import Synthesis

_WORDS = {
    Decision.EXECUTE: "would be called",
    Decision.EXECUTE_ONCE: "would be called once",
    Decision.GENERATE_ONLY: "would be written, not called",
    Decision.REFUSE: "would not be called",
}


def outlook(
    tools: Iterable[ToolDescriptor],
    gate: Gate,
    context: CallContext,
    *,
    all_arguments: bool = False,
) -> Iterator[str]:
    """One line a tool: what would happen, its class and why, and the arguments made up for it."""
    for tool in strictest_by_name(tools).values():
        found = classify(tool)
        fate = _WORDS[gate.policy.decide_for(found, context)]
        folder = SHOWN if belongs_there(found) else None
        if tool.name in gate.arguments:
            made = Synthesis(gate.arguments[tool.name])
        else:
            made = tool_arguments(tool, all_arguments=all_arguments, folder=folder)
        if made.problem is None:
            given = json.dumps(made.value, ensure_ascii=False)
        else:
            fate, given = "would not be called", made.problem
        line = f"{tool.name}: {fate} ({found.tool_class.words}: {found.reason}) {given}"
        yield one_line(line, limit=400)


def plan_probes(plan: CallPlan, tools: Iterable[ToolDescriptor], gate: Gate) -> None:
    """Add the one valid call of each tool."""
    for tool in tools:
        problem = valid_arguments(tool, gate, sandboxed=False).problem
        if problem is None:
            plan.add(tool, FEATURE, 1, "with valid arguments")
        else:
            plan.add(tool, FEATURE, 0, f"no valid arguments could be generated: {problem}")
