"""Count the bad requests that the probes would send to a tool, without sending any."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.probe import Attempt, Probe
from mcptest.negative.subject import ProbeSubject


def count_calls(
    tool: ToolDescriptor, args: JsonObject, probes: Iterable[Probe], version: SpecVersion
) -> int:
    """Calls of this very tool, those included that are made only when one hangs."""
    subject = ProbeSubject(tool=tool, base=args, version=version)
    return sum(
        _calls(attempt, tool)
        for probe in probes
        if probe.applies(subject) is None
        for attempt in probe.requests(subject)
    )


def _calls(attempt: Attempt, tool: ToolDescriptor) -> int:
    own = attempt.calls is not None and attempt.calls.name == tool.name
    return own + (0 if attempt.control is None else _calls(attempt.control, tool))
