"""A schema refers to a document on the network."""

from __future__ import annotations

from mcptest.client.scenario import LIST_TOOLS, Scenario, call, echo
from mcptest.client.serve.listener import HttpRequest, ScenarioListener
from mcptest.client.turn import Turn
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion


async def _play(turn: Turn) -> MaybeJson:
    if turn.method != "tools/list" or turn.number > 1:
        return turn.healthy()
    fact = turn.stage.log.fact("referred", fetched=False)

    async def document(request: HttpRequest) -> None:
        fact["fetched"] = True
        await request.respond(200, (("Content-Type", "application/json"),), b'{"type": "string"}')

    listener = ScenarioListener(document)
    await listener.open()
    turn.stage.memory["port"] = listener.port
    turn.stage.at_end(listener.close)
    result = turn.healthy_at({})
    tools = result["tools"]
    assert isinstance(tools, list)
    where = f"http://127.0.0.1:{listener.port}/schema.json"
    schema: JsonObject = {"type": "object", "properties": {"value": {"$ref": where}}}
    odd: JsonObject = {
        "name": "refer",
        "description": "Has a remote schema.",
        "inputSchema": schema,
    }
    return turn.result({**result, "tools": [*tools, odd]})


SCENARIO = Scenario(
    name="remote-reference",
    title="A schema on the network",
    summary="The input schema of a tool refers to a document that the server could serve.",
    first=SpecVersion.V2026_07_28,
    steps=(LIST_TOOLS, echo("one"), call("refer", {"value": "x"}), echo("two")),
    play=_play,
)
