"""Why a tool is not called, as typed reasons with the way out."""

from __future__ import annotations

from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.policy import CallOnly
from mcptest.safety.tool_class import Classification, ToolClass


def refused(tool: ToolDescriptor, found: Classification, only: CallOnly) -> Skip:
    """The tool is not called in this run at all."""
    if only is CallOnly.NONE:
        detail = f"{tool.name} was not called: --call-only none calls nothing"
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
