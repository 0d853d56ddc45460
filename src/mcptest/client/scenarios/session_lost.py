"""The server forgets the session."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.endpoint import SESSION
from mcptest.client.serve.listener import HttpRequest
from mcptest.client.stage import ScenarioStage
from mcptest.model.spec_version import SpecVersion


async def _http(stage: ScenarioStage, request: HttpRequest) -> bool:
    named = request.headers.get(SESSION)
    calls = b'"tools/call"' in request.body
    if named is None or request.method != "POST":
        return named is not None and await _refuse(stage, request, named)
    if calls and b'"two"' in request.body and "lost" not in stage.memory:
        stage.memory["lost"] = named
        stage.log.fact("lost", session=named, n=len(stage.log.entries))
    return await _refuse(stage, request, named)


async def _refuse(stage: ScenarioStage, request: HttpRequest, named: str) -> bool:
    if stage.memory.get("lost") != named:
        return False
    await request.respond(404)
    return True


SCENARIO = Scenario(
    name="session-lost",
    title="A lost session",
    summary="The server answers 404 to the second call: it no longer knows the session.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"), echo("two"), echo("three")),
    http=_http,
)
