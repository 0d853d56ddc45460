"""Two calls need input at the same time."""

from __future__ import annotations

from mcptest.client.rounds import note_retry, required
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    label = turn.arguments.get("text")
    if turn.tool != "echo" or label not in ("left", "right"):
        return turn.healthy()
    if not note_retry(turn) and turn.number_of(str(label)) == 1:
        await turn.pause(0.1)
        return required(turn, str(label), state=f"state of {label}")
    return turn.healthy()


SCENARIO = Scenario(
    name="input-in-parallel",
    title="Two calls that need input",
    summary="Two calls at once return input_required, each with its own state.",
    first=SpecVersion.V2026_07_28,
    client={"elicitation": {"content": {"name": "Ada"}}},
    steps=(
        echo("one"),
        {"do": "at_once", "steps": [echo("left"), echo("right")]},
        echo("two"),
    ),
    play=_play,
)
