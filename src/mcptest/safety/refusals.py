"""Typed reasons why a tool is not called, with what to do about it."""

from __future__ import annotations

from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.policy import CallOnly
from mcptest.safety.tool_class import Classification, ToolClass

ONLY_AS_TASK = "must be called as a task"


def refused(tool: ToolDescriptor, found: Classification, only: CallOnly) -> Skip:
    """The tool is not called in this run at all."""
    if only is CallOnly.NONE:
        detail = f"{tool.name} was not called with generated arguments: --call-only none"
    elif only is CallOnly.DECLARED:
        detail = (
            f"{tool.name} is {_described(found)}; "
            "--call-only declared calls only tools with readOnlyHint: true"
        )
    else:
        detail = f"{tool.name} is {_described(found)}; pass --execute-destructive to call it once"
    return Skip(SkipReason.REFUSED_BY_POLICY, detail)


def called_before(tool: ToolDescriptor, found: Classification) -> Skip:
    """The one call was made."""
    detail = f"{tool.name} is {_described(found)}; it was already called once in this run"
    return Skip(SkipReason.REFUSED_BY_POLICY, f"{detail}{_way_out(found)}")


def not_repeated(tool: ToolDescriptor, found: Classification) -> Skip:
    """The tool may be called once with valid arguments, and this would be something else."""
    detail = f"{tool.name} is {_described(found)}; it is called at most once, with valid arguments"
    return Skip(SkipReason.REFUSED_BY_POLICY, f"{detail}{_way_out(found)}")


def called_not_fuzzed(tool: ToolDescriptor, found: Classification) -> Skip:
    """The one call with valid arguments was made, and found nothing."""
    detail = f"called once with valid arguments, not fuzzed: {_described(found)}"
    return Skip(SkipReason.REFUSED_BY_POLICY, f"{tool.name} was {detail}{_way_out(found)}")


def only_as_task(tool: ToolDescriptor) -> Skip | None:
    """A server must reject a plain call of such a tool, whatever the arguments are."""
    if tool.task_support != "required":
        return None
    detail = f'{tool.name} {ONLY_AS_TASK}, because its execution.taskSupport is "required"'
    return Skip(SkipReason.NOT_APPLICABLE, detail)


def too_slow(tool: str, waited: float) -> Skip:
    """It was called and not waited for to the end; another call would take as long."""
    detail = (
        f"{tool} did not respond within {waited:g} s, so it is not called again; "
        "--slow-after sets this limit"
    )
    return Skip(SkipReason.BUDGET_EXHAUSTED, detail)


def _described(found: Classification) -> str:
    return f"{found.tool_class.words}, because {found.reason}"


def _way_out(found: Classification) -> str:
    if found.tool_class is not ToolClass.READ_ONLY_PRESUMED:
        return ""
    return "; annotate it with readOnlyHint, or pass --fuzz-presumed"
