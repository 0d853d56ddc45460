"""The server responds with single JSON objects."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="json-responses",
    title="Responses as JSON",
    summary="Every response is one JSON object.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    steps=({**echo("one"), "about": "json"}, LIST_TOOLS, echo("two")),
)
