"""What may be done with a tool of each class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from mcptest.model.record import record
from mcptest.safety.tool_class import Classification, ToolClass


class Decision(StrEnum):
    EXECUTE = "Execute"
    EXECUTE_ONCE = "ExecuteOnce"
    GENERATE_ONLY = "GenerateOnly"
    REFUSE = "Refuse"


class CallOnly(StrEnum):
    """Which tools may be called at all: from everything the classes allow to nothing."""

    PRESUMED = "presumed"
    DECLARED = "declared"
    NONE = "none"


class CallContext(StrEnum):
    """What the asking feature can do, and who asked for the call.

    ``CAN_EMIT`` can write a test instead of calling, ``NEEDS_CALL`` cannot; ``CONSENTED`` needs
    calls as well, and the user wrote a block that names this very tool. ``UNRUN`` calls a tool
    that has not run yet: whatever it was sent so far was answered with a question.
    """

    CAN_EMIT = "can-emit"
    NEEDS_CALL = "needs-call"
    CONSENTED = "consented"
    UNRUN = "unrun"


@record(kw_only=True)
class PolicyOptions:
    """What flags or a suite say about calls; None and an unset flag say nothing."""

    execute_destructive: bool | None = None
    max_calls: int | None = None
    concurrency: int | None = None
    call_delay: float | None = None
    call_only: str | None = None
    fuzz_presumed: bool | None = None

    @classmethod
    def taken_from(cls, said: dict[str, Any]) -> PolicyOptions:
        """These options out of all that a command was given; the others are left."""
        return PolicyOptions(**{name: said.pop(name) for name in POLICY_OPTIONS if name in said})

    @property
    def said(self) -> dict[str, Any]:
        """By name, without those that say nothing."""
        values = {name: getattr(self, name) for name in POLICY_OPTIONS}
        return {k: value for k, value in values.items() if value is not None and value is not False}


POLICY_OPTIONS: Final = tuple(field.name for field in fields(PolicyOptions))


@record(kw_only=True)
class ExecutionPolicy:
    """What may be called, and how fast.

    ``max_calls`` None is unlimited; the delays are in seconds, for servers at an address.
    """

    execute_destructive: bool = False
    max_calls: int | None = None
    concurrency: int = 2
    call_delay: float = 0.1
    loopback_delay: float = 0.0  # nobody else is on that wire
    call_only: CallOnly = CallOnly.PRESUMED
    fuzz_presumed: bool = False
    reads_only: bool = False  # for a command that promises to change nothing

    @classmethod
    def of(cls, *said: PolicyOptions | Mapping[str, Any]) -> ExecutionPolicy:
        """The settings of the first source that has them; None and an unset flag do not count."""
        chosen: dict[str, Any] = {}
        for one in reversed(said):
            options = one if isinstance(one, PolicyOptions) else PolicyOptions.taken_from(dict(one))
            chosen |= options.said
        if "call_delay" in chosen:
            chosen["loopback_delay"] = chosen["call_delay"]
        if "call_only" in chosen:
            chosen["call_only"] = CallOnly(chosen["call_only"])
        return cls(**chosen)

    def decide(
        self, tool_class: ToolClass, context: CallContext, *, reads: bool = True
    ) -> Decision:
        """``reads`` False: nothing but the absence of a dangerous word speaks for the tool."""
        if not self._may_call_at_all(tool_class):
            return self._unsent(context)
        match tool_class:
            case ToolClass.READ_ONLY:
                return Decision.EXECUTE
            case ToolClass.READ_ONLY_PRESUMED if reads or self.fuzz_presumed:
                return Decision.EXECUTE
            case ToolClass.READ_ONLY_PRESUMED | ToolClass.MUTATING if self.reads_only:
                return self._unsent(context)
            case ToolClass.READ_ONLY_PRESUMED | ToolClass.MUTATING:
                consented = context in (CallContext.CONSENTED, CallContext.UNRUN)
                return Decision.EXECUTE if consented else Decision.EXECUTE_ONCE
            case ToolClass.DESTRUCTIVE if self.execute_destructive:
                return Decision.EXECUTE_ONCE
            case ToolClass.DESTRUCTIVE:
                return self._unsent(context)

    def decide_for(self, found: Classification, context: CallContext) -> Decision:
        """The same for a tool that was classified."""
        return self.decide(found.tool_class, context, reads=found.reads)

    def _may_call_at_all(self, tool_class: ToolClass) -> bool:
        if self.call_only is CallOnly.DECLARED:
            return tool_class is ToolClass.READ_ONLY
        return self.call_only is CallOnly.PRESUMED

    def _unsent(self, context: CallContext) -> Decision:
        can_emit = context is CallContext.CAN_EMIT
        return Decision.GENERATE_ONLY if can_emit else Decision.REFUSE
