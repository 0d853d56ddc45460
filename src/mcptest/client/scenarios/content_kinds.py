"""A tool returns content of every kind that the revision has."""

from __future__ import annotations

from typing import Final

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion

_BLOCKS: Final[tuple[tuple[SpecVersion, JsonObject], ...]] = (
    (SpecVersion.V2024_11_05, {"type": "text", "text": "A text."}),
    (
        SpecVersion.V2024_11_05,
        {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
    ),
    (
        SpecVersion.V2025_03_26,
        {"type": "audio", "data": "UklGRiQAAABXQVZF", "mimeType": "audio/wav"},
    ),
    (
        SpecVersion.V2024_11_05,
        {
            "type": "resource",
            "resource": {"uri": "note://today", "mimeType": "text/plain", "text": "Buy milk."},
        },
    ),
    (SpecVersion.V2025_06_18, {"type": "resource_link", "uri": "note://today", "name": "today"}),
)


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("content of every kind")
        known: list[Json] = [block for since, block in _BLOCKS if since <= turn.stage.version]
        return turn.result({**turn.complete(), "content": known})
    return turn.healthy()


SCENARIO = Scenario(
    name="content-kinds",
    title="Content of every kind",
    summary="A call returns text, an image, audio, an embedded resource and a link.",
    steps=(echo("one"), echo("two")),
    play=_play,
)
