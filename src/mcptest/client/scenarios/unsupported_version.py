"""The server refuses the version of the first request."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method == "initialize":
        return turn.healthy()
    if "refused" not in turn.stage.memory:
        turn.stage.memory["refused"] = turn.method
        supported = turn.stage.version.wire
        data: JsonObject = {"supported": [supported], "requested": "mcptest"}
        turn.stage.log.fact("refused", method=turn.method, retried=False)
        return turn.error(-32022, "Unsupported protocol version", data)
    fact = turn.stage.log.facts["refused"][0]
    assert isinstance(fact, dict)
    fact["retried"] = True
    return turn.healthy()


SCENARIO = Scenario(
    name="unsupported-version",
    title="A refused version",
    summary=(
        "The server refuses the first request with UnsupportedProtocolVersionError and "
        "names the version to use."
    ),
    first=SpecVersion.V2026_07_28,
    steps=(echo("one"), echo("two")),
    play=_play,
)
