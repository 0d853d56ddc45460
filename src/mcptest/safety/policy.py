"""What may be done with a tool of each class."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from mcptest.model.record import record
from mcptest.safety.classify import ToolClass


class Decision(StrEnum):
    EXECUTE = "Execute"
    EXECUTE_ONCE = "ExecuteOnce"
    GENERATE_ONLY = "GenerateOnly"
    REFUSE = "Refuse"


class CallContext(StrEnum):
    """What the asking feature can do, and who asked for the call.

    ``CAN_EMIT`` can write a test instead of calling, ``NEEDS_CALL`` cannot; ``CONSENTED`` needs
    calls as well, and the user wrote a block that names this very tool.
    """

    CAN_EMIT = "can-emit"
    NEEDS_CALL = "needs-call"
    CONSENTED = "consented"


@record(kw_only=True)
class ExecutionPolicy:
    """The knobs; ``max_calls`` None is unlimited, ``call_delay`` is in seconds, HTTP only."""

    execute_destructive: bool = False
    max_calls: int | None = None
    concurrency: int = 2
    call_delay: float = 0.1

    @classmethod
    def of(cls, *said: Mapping[str, Any]) -> ExecutionPolicy:
        """The knobs by whoever says something first; None and an unset flag say nothing."""
        chosen: dict[str, Any] = {}
        for knobs in said:
            for name in ("execute_destructive", "max_calls", "concurrency", "call_delay"):
                value = knobs.get(name)
                if value is not None and value is not False:
                    chosen.setdefault(name, value)
        return cls(**chosen)

    def decide(self, tool_class: ToolClass, context: CallContext) -> Decision:
        match tool_class:
            case ToolClass.READ_ONLY | ToolClass.READ_ONLY_PRESUMED:
                return Decision.EXECUTE
            case ToolClass.MUTATING:
                return self._once_unless_consented(context)
            case ToolClass.DESTRUCTIVE if self.execute_destructive:
                return self._once_unless_consented(context)
            case ToolClass.DESTRUCTIVE:
                can_emit = context is CallContext.CAN_EMIT
                return Decision.GENERATE_ONLY if can_emit else Decision.REFUSE

    def _once_unless_consented(self, context: CallContext) -> Decision:
        consented = context is CallContext.CONSENTED
        return Decision.EXECUTE if consented else Decision.EXECUTE_ONCE
