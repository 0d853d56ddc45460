"""The client lists the tools and calls one."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, echo

SCENARIO = Scenario(
    name="plain",
    title="A plain session",
    summary="Lists the tools and calls one twice. Rules that only watch are judged here.",
    steps=(LIST_TOOLS, echo("one"), echo("two")),
)
