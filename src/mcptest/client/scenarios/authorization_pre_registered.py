"""The client is told its id and its secret. Registration is also offered."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-pre-registered",
    title="A client id from the user",
    summary="The client is told its id and its secret. Registration is also offered.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="pre-registered"),
    oauth={"client_id": "mcptest", "client_secret": "mcptest-secret"},
)
