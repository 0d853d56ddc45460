"""The server responds with errors of every shape."""

from __future__ import annotations

from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, MaybeJson

_ERRORS: Final[tuple[tuple[int, str, MaybeJson], ...]] = (
    (-12345, "a code that nobody has defined", MISSING),
    (-32603, "an error with data", {"nested": [{"deep": None}], "text": "x" * 200}),
    (0, "", None),
)


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number <= len(_ERRORS):
        code, words, data = _ERRORS[turn.number - 1]
        turn.stage.expect_more(f"error {code}")
        return turn.error(code, words, data)
    return turn.healthy()


SCENARIO = Scenario(
    name="errors",
    title="Errors of every shape",
    summary="Calls fail with an undefined code, with data, and with an empty message.",
    steps=(
        {**echo("one"), "about": "error"},
        {**echo("two"), "about": "error"},
        {**echo("three"), "about": "error"},
        echo("four"),
    ),
    play=_play,
)
