"""The server does not let clients end a session."""

from __future__ import annotations

from mcptest.client.scenario import Scenario, echo
from mcptest.client.serve.listener import HttpRequest
from mcptest.client.stage import ScenarioStage
from mcptest.model.spec_version import SpecVersion


async def _http(stage: ScenarioStage, request: HttpRequest) -> bool:
    del stage
    if request.method != "DELETE":
        return False
    await request.respond(405, (("Allow", "POST"),))
    return True


SCENARIO = Scenario(
    name="delete-refused",
    title="A session that clients cannot end",
    summary="The server answers 405 to DELETE.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_11_25,
    steps=(echo("one"),),
    http=_http,
)
