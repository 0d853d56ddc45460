"""The error for a run in which the safety policy allows no call."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.errors import RefusedByPolicyError
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.safety.policy import CallContext, CallOnly, Decision, ExecutionPolicy


def all_refused(tools: Iterable[ToolDescriptor], policy: ExecutionPolicy) -> bool:
    """Whether no tool may be called; not for no tools at all."""
    decisions = {policy.decide_for(classify(tool), CallContext.NEEDS_CALL) for tool in tools}
    return decisions == {Decision.REFUSE}


def nothing_allowed(code: str, policy: ExecutionPolicy) -> RefusedByPolicyError:
    """With the flag that would change it."""
    if policy.call_only is CallOnly.PRESUMED:
        return RefusedByPolicyError(
            code,
            "every tool is destructive, so none was called",
            hint="pass --execute-destructive to call each of them once",
        )
    way_out = "remove it, or annotate read-only tools with readOnlyHint: true"
    return RefusedByPolicyError(
        code,
        f"--call-only {policy.call_only} allows no tool to be called",
        hint="remove it" if policy.call_only is CallOnly.NONE else way_out,
    )
