"""The calls that both sides get: from a suite, from a recording, or generated."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.plan import load_suite
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.recording import Recording
from mcptest.recording.suite.observed import Observed
from mcptest.safety.classify import classify
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy
from mcptest.scaffold.arguments import tool_arguments

MOST: Final = 200
_POLICY: Final = ExecutionPolicy(reads_only=True)


@record
class PlannedCall:
    """One call of a tool."""

    tool: str
    arguments: JsonObject

    @property
    def key(self) -> str:
        return json.dumps([self.tool, self.arguments], sort_keys=True)


def safe_tools(base: Iterable[ToolDescriptor], head: Iterable[ToolDescriptor]) -> set[str]:
    """The tools of both sides that may be called as often as it takes on both."""
    sides = [{tool.name: tool for tool in tools} for tools in (base, head)]
    return {
        name
        for name in sides[0].keys() & sides[1].keys()
        if all(_is_repeatable(side[name]) for side in sides)
    }


def _is_repeatable(tool: ToolDescriptor) -> bool:
    decision = _POLICY.decide_for(classify(tool), CallContext.NEEDS_CALL)
    return decision is Decision.EXECUTE


def generated_calls(tools: Iterable[ToolDescriptor], folder: str) -> list[PlannedCall]:
    """One valid call of each tool, by the schema of the base; the same for both sides."""
    made = [(tool, tool_arguments(tool, folder=folder)) for tool in tools]
    return [
        PlannedCall(tool.name, arguments.value)
        for tool, arguments in made
        if isinstance(arguments.value, dict)
    ]


def suite_calls(path: Path, env: dict[str, str]) -> list[PlannedCall]:
    """The plain calls in ``tools:``; what is captured or skipped has no arguments of its own.

    Raises: FileProblemsError, UsageError.
    """
    suite = load_suite(path, env=env)
    suite.require()
    found = []
    for entry in suite.blocks.get("tools") or ():
        tool, arguments = entry.get("tool"), entry.get("args")
        if tool is None or entry.get("skip") is not None or not isinstance(tool.value, str):
            continue
        given = arguments.plain() if arguments is not None else {}
        found.append(PlannedCall(tool.value, given if isinstance(given, dict) else {}))
    return _distinct(found)


def recorded_calls(recording: Recording) -> list[PlannedCall]:
    """What a client really called."""
    observed = Observed(recording)
    return _distinct(
        PlannedCall(call.subject, call.arguments)
        for calls in observed.sessions.values()
        for call in calls
        if call.block == "tools"
    )


def calls_from(path: Path, env: dict[str, str]) -> list[PlannedCall]:
    """A suite or a recording, by what is in the file."""
    from mcptest.recording.format.read import is_recording

    return recorded_calls(read_recording(path)) if is_recording(path) else suite_calls(path, env)


def _distinct(calls: Iterable[PlannedCall]) -> list[PlannedCall]:
    return list({call.key: call for call in calls}.values())[:MOST]
