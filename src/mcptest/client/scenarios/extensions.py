"""The server declares extensions that the client does not know."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method in ("initialize", "server/discover"):
        turn.stage.expect_more("extensions that it does not know")
    return turn.healthy()


SCENARIO = Scenario(
    name="extensions",
    title="Unknown extensions",
    summary="The server declares extensions and experimental features that the client lacks.",
    first=SpecVersion.V2025_11_25,
    capabilities={
        "extensions": {"com.example/unknown": {"modes": ["one", {"two": None}]}},
        "experimental": {"com.example/odd": {"on": True}},
    },
    steps=(LIST_TOOLS, echo("one"), echo("two")),
    play=_play,
)
