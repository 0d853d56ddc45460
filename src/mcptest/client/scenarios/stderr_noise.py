"""The server writes to standard error."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.relay import STDERR
from mcptest.client.serve.stdio import StdioLine
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1 and isinstance(turn.channel, StdioLine):
        turn.stage.expect_more("output on stderr", own=True)
        await turn.channel.write(STDERR, b"ERROR: this is only a log line\n")
    return turn.healthy()


SCENARIO = Scenario(
    name="stderr-noise",
    title="Output on stderr",
    summary="The server writes a line that looks like an error to stderr.",
    transports=("stdio",),
    steps=(echo("one"), {"do": "wait", "seconds": 0.1}, echo("two")),
    play=_play,
)
