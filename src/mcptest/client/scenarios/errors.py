"""The server responds with errors of every shape."""

from __future__ import annotations

from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, Json, MaybeJson

_ERRORS: Final[dict[Json, tuple[int, str, MaybeJson]]] = {  # a client may repeat a call
    "one": (-12345, "a code that nobody has defined", MISSING),
    "two": (-32603, "an error with data", {"nested": [{"deep": None}], "text": "x" * 200}),
    "three": (0, "", None),
}


async def _play(turn: Turn) -> MaybeJson:
    text = turn.arguments.get("text")
    if turn.tool == "echo" and isinstance(text, str) and text in _ERRORS:
        code, words, data = _ERRORS[text]
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
