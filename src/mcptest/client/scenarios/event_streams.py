"""The server responds with event streams."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="event-streams",
    title="Responses as event streams",
    summary="Every response is an event stream.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    sse=True,
    steps=({**echo("one"), "about": "events"}, LIST_TOOLS, echo("two")),
)
