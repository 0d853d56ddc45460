"""The client is told to use the client credentials grant with its own id and secret."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-client-credentials",
    title="Client credentials",
    summary="The client is told to use the client credentials grant with its own id and secret.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="client-credentials"),
    oauth={
        "grant": "client_credentials",
        "client_id": "mcptest",
        "client_secret": "mcptest-secret",
    },
)
