"""Two calls at once report progress to the tokens that they gave."""

from __future__ import annotations

from mcptest.client.arranging import part
from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson


async def _play(turn: Turn) -> MaybeJson:
    token = part(turn.params, "_meta", "progressToken")
    if turn.method == "tools/call" and token is not None:
        for done in (1, 2):
            params: JsonObject = {"progressToken": token, "progress": done, "total": 2}
            await turn.notify("notifications/progress", params)
        await turn.pause(0.15)
        if turn.number == 2:  # noqa: PLR2004
            turn.stage.expect_more("progress notifications")
    return turn.healthy()


SCENARIO = Scenario(
    name="progress",
    title="Progress",
    summary="Two calls at once carry progress tokens, and the server reports on both.",
    steps=(
        echo("one"),
        {
            "do": "at_once",
            "steps": [{**echo("two"), "progress": "two"}, {**echo("three"), "progress": "three"}],
        },
        echo("four"),
    ),
    play=_play,
)
