"""What was done to the servers, in one line for people."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.model.run import CallRecord
from mcptest.safety.policy import Decision
from mcptest.safety.tool_class import ToolClass

STRANGE_TOOL = "mcptest_no_such_tool"  # asked for on purpose, offered by nobody
_MAY_CALL = (Decision.EXECUTE.value, Decision.EXECUTE_ONCE.value)


def summarize_calls(records: Iterable[CallRecord]) -> str | None:
    """``called 7 of 12 tools; 3 refused: destructive; 2 left: budget``; None without a record."""
    by_tool: dict[tuple[str, str], list[CallRecord]] = {}
    for record in records:
        if record.tool == STRANGE_TOOL:
            continue
        by_tool.setdefault((record.server, record.tool), []).append(record)
    if not by_tool:
        return None
    fates = [_fate(found) for found in by_tool.values()]
    called = f"called {fates.count('called')} of {len(fates)} tools"
    rest = (
        (fates.count("refused"), "refused: destructive"),
        (fates.count("held back"), "refused: --call-only"),
        (fates.count("written"), "written but not called: destructive"),
        (fates.count("untried"), "written but not called: --call-only"),
        (fates.count("left"), "left: budget"),
    )
    return "; ".join([called, *(f"{count} {text}" for count, text in rest if count)])


def calls_left(records: Iterable[CallRecord]) -> int:
    """How many calls were allowed, and not made because the budget was spent."""
    return sum(not record.called and record.decision in _MAY_CALL for record in records)


def _fate(records: list[CallRecord]) -> str:
    if any(record.called for record in records):
        return "called"
    if any(record.decision in _MAY_CALL for record in records):
        return "left"
    emitted = any(record.decision == Decision.GENERATE_ONLY for record in records)
    if all(record.tool_class == ToolClass.DESTRUCTIVE for record in records):
        return "written" if emitted else "refused"
    return "untried" if emitted else "held back"
