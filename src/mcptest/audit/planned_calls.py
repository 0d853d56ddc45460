"""List every call that an audit would make, stage by stage, without making any."""

from __future__ import annotations

from mcptest.audit.aftermath import CALLS
from mcptest.audit.allowance import Allowance
from mcptest.audit.plan import AuditOptions
from mcptest.audit.rejection_cause import MOST_CALLS
from mcptest.audit.stages import base_arguments, can_fuzz, tool_probes
from mcptest.audit.survey import Survey
from mcptest.compliance.planned_calls import plan_rules
from mcptest.model.counted import counted
from mcptest.negative.planned_calls import count_calls
from mcptest.negative.run import FEATURE as NEGATIVE
from mcptest.negative.subject import InvalidBaseError, valid_base
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.scaffold.planned_calls import plan_probes
from mcptest.scaffold.probe import FEATURE

_ANYTHING_GOES = "no arguments that the schema forbids"


def audit_outlook(server: str, found: Survey, options: AuditOptions, gate: Gate) -> CallPlan:
    """In the order of the stages; a tool that may be called once is called by the first of them."""
    plan = CallPlan(gate, server)
    if "compliance" in options.stages:
        for _ in found.graded:
            plan_rules(plan, found.tools, options.hints)
    if "probe" in options.stages:
        plan_probes(plan, found.tools, gate)
        _plan_repetitions(plan, found, gate, server)
    if "negative" in options.stages:
        _plan_bad_input(plan, found, gate)
    if "fuzz" in options.stages and can_fuzz():
        _plan_fuzz(plan, found, gate, server)
    return plan


def _plan_repetitions(plan: CallPlan, found: Survey, gate: Gate, server: str) -> None:
    why = "in a new process, only if a valid call is rejected"
    for tool in found.tools:
        if gate.repeatable(server, tool):
            plan.add(tool, FEATURE, MOST_CALLS, why)


def _plan_bad_input(plan: CallPlan, found: Survey, gate: Gate) -> None:
    probes = tool_probes()
    for tool in found.tools:
        made = base_arguments(tool, gate, sandboxed=False)
        try:
            base, _ = valid_base(tool, made)
        except InvalidBaseError:
            base = made
        most = count_calls(tool, base, probes, found.newest)
        why = "one for each kind of invalid arguments" if most else _ANYTHING_GOES
        plan.add(tool, NEGATIVE, most, why, valid=False)


def _plan_fuzz(plan: CallPlan, found: Survey, gate: Gate, server: str) -> None:
    free = sum(gate.repeatable(server, tool) for tool in found.tools)
    allowed = Allowance.for_each_of(free)
    made = counted(allowed.cases, "call")
    why = f"{made} with generated arguments, plus calls to reduce each finding"
    for tool in found.tools:
        plan.add(tool, "fuzz", allowed.calls, why, valid=False)
        if gate.repeatable(server, tool):
            plan.add(tool, FEATURE, free * CALLS, "after each fuzzed tool, to see if it works")
