"""The server redirects to another origin."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.events import PostChannel
from mcptest.client.serve.listener import HttpRequest, ScenarioListener
from mcptest.client.turn import Turn
from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    channel = turn.channel
    if turn.tool != "echo" or turn.number > 1 or not isinstance(channel, PostChannel):
        return turn.healthy()
    fact = turn.stage.log.fact("redirected", followed=False, carried=[])

    async def elsewhere(request: HttpRequest) -> None:
        secret = ("authorization", "mcp-session-id", "cookie")
        fact["followed"] = True
        fact["carried"] = [name for name in secret if name in request.headers]
        await request.respond(404)

    listener = ScenarioListener(elsewhere)
    await listener.open()
    where = f"http://localhost:{listener.port}/mcp"
    await channel.request.respond(307, (("Location", where),))
    await turn.pause(0.3)
    await listener.close()
    return MISSING


SCENARIO = Scenario(
    name="redirect",
    title="A redirect to another origin",
    summary="A call is redirected to another origin with status 307.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_11_25,
    timeout=3.0,
    steps=(echo("one"), echo("two")),
    play=_play,
)
