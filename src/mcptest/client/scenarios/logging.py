"""The client sets a log level, and the server logs."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "logging/setLevel":
        return turn.result({})
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("log messages")
        said: tuple[Json, ...] = ("a text", {"a": ["structure"]}, None)
        for data in said:
            params: JsonObject = {"level": "info", "logger": "mcptest", "data": data}
            await turn.notify("notifications/message", params)
    return turn.healthy()


SCENARIO = Scenario(
    name="logging",
    title="Logging",
    summary="The client sets the log level, and the server sends log messages of several kinds.",
    last=SpecVersion.V2025_11_25,
    capabilities={"logging": {}},
    steps=({"do": "set_level", "level": "info"}, echo("one"), echo("two")),
    play=_play,
)
