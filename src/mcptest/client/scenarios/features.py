"""The client uses every feature of a server: tools, resources and prompts."""

from __future__ import annotations

from mcptest.client.offer import WHOLE
from mcptest.client.scenario import LIST_TOOLS, Scenario, echo

SCENARIO = Scenario(
    name="features",
    title="Every server feature",
    summary="Lists and uses tools, resources and prompts.",
    offer=WHOLE,
    steps=(
        echo("one"),
        LIST_TOOLS,
        {"do": "list_resources"},
        {"do": "read_resource", "uri": "note://today"},
        {"do": "list_prompts"},
        {"do": "get_prompt", "name": "greet", "arguments": {"name": "Ada"}},
    ),
)
