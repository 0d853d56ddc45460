"""The server keeps running after its standard input was closed."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo

SCENARIO = Scenario(
    name="shutdown",
    title="Shutdown",
    summary="The stdio server keeps running for three seconds after stdin is closed.",
    transports=("stdio",),
    ending=3.0,
    steps=(echo("one"),),
)
