"""Summarize the calls that were made, in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.run import CallRecord, ServerFacts
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.policy import Decision
from mcptest.safety.tool_class import ToolClass

STRANGE_TOOL = "mcptest_no_such_tool"  # asked for on purpose, offered by nobody
_SHOWN = 6
_REVISIONS = frozenset(version.value for version in SpecVersion)
_MAY_CALL = (Decision.EXECUTE.value, Decision.EXECUTE_ONCE.value)


def summarize_calls(
    records: Iterable[CallRecord],
    *,
    offered: int | None = None,
    selected: int | None = None,
    listed: Collection[str] = (),
    all_calls: bool = False,
    arguments: str = "generated arguments",
) -> str | None:
    """``called 7 of 12 tools; 3 not called: destructive``; None without a record.

    With what the servers offer, those that nobody asked for count as well, and of them those that
    the user did not select. A tool that is not ``listed`` for every client counts apart. Where
    the records are not of ``all_calls``, since a suite makes its own, the line says by their
    ``arguments`` which calls they are.
    """
    by_tool: dict[tuple[str, str], list[CallRecord]] = {}
    for record in records:
        if record.tool == STRANGE_TOOL:
            continue
        by_tool.setdefault((base_name(record.server), record.tool), []).append(record)
    if not by_tool:
        return None
    usual, more = _apart(list(by_tool), offered, listed)
    fates = [_fate(by_tool[tool]) for tool in usual]
    total = max(len(fates), offered or 0) if all_calls else len(fates)
    called = _called(fates.count("called"), total, all_calls=all_calls, arguments=arguments)
    if more:
        only = "is" if len(more) == 1 else "are"
        called += f", plus {len(more)} that {only} listed only for a client with more capabilities"
        called += f" ({_names(more)})" if listed else ""
    untried = total - len(fates)
    unselected = 0 if selected is None else max(0, min(untried, total - selected))
    rest = (
        (fates.count("refused"), "not called: destructive"),
        (fates.count("held back"), "not called: --call-only"),
        (fates.count("written"), "written but not called: destructive"),
        (fates.count("untried"), "written but not called: --call-only"),
        (fates.count("left"), "not called: budget used up"),
        (untried - unselected, "not called by any check"),
        (unselected, "not selected by --tool"),
    )
    return "; ".join([called, *(f"{count} {text}" for count, text in rest if count)])


def _called(count: int, total: int, *, all_calls: bool, arguments: str) -> str:
    if all_calls:
        return f"called {count} of {counted(total, 'tool')}"
    share = "" if count == total else f"{count} of "
    return f"called {share}{counted(total, 'tool')} with {arguments}"


def _apart(
    tools: list[tuple[str, str]], offered: int | None, listed: Collection[str]
) -> tuple[list[tuple[str, str]], list[str]]:
    """The tools that every client is shown, and the names of those beside them."""
    if not offered or len(tools) <= offered:
        return tools, []
    usual = [tool for tool in tools if not listed or tool[1] in listed][:offered]
    return usual, [tool[1] for tool in tools if tool not in usual]


def _names(tools: list[str]) -> str:
    shown = ", ".join(one_line(name, limit=40) for name in tools[:_SHOWN])
    return shown + (f" and {len(tools) - _SHOWN} more" if len(tools) > _SHOWN else "")


def offered_tools(servers: Iterable[ServerFacts]) -> int:
    """How many tools the servers of a run list, each server once, whatever the revision."""
    most: dict[str, int] = {}
    for server in servers:
        name = base_name(server.name)
        most[name] = max(most.get(name, 0), server.tools or 0)
    return sum(most.values())


def base_name(server: str) -> str:
    """The name without the revision that a server is graded at."""
    name, _, revision = server.rpartition("@")
    return name if name and revision in _REVISIONS else server


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
