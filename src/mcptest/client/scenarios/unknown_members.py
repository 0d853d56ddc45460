"""The server adds members and _meta keys that no revision knows."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson


async def _play(turn: Turn) -> MaybeJson:
    reply = turn.healthy()
    if not isinstance(reply, dict) or not isinstance(reply.get("result"), dict):
        return reply
    if turn.method == "tools/call" and turn.number == 1:
        turn.stage.expect_more("unknown members in a result")
    result = reply["result"]
    assert isinstance(result, dict)
    meta = result.get("_meta", {})
    assert isinstance(meta, dict)
    extra: JsonObject = {"com.example/mcptest": {"odd": [1, None]}}
    return {**reply, "result": {**result, "mcptestUnknown": True, "_meta": {**meta, **extra}}}


SCENARIO = Scenario(
    name="unknown-members",
    title="Unknown members",
    summary="Every result has a member and a _meta key that no revision defines.",
    steps=(LIST_TOOLS, echo("one"), echo("two")),
    play=_play,
)
