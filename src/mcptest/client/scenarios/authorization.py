"""The server asks for an access token and names its metadata in the challenge."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization",
    title="A protected server",
    summary="The server asks for an access token and names its metadata in the challenge.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(),
)
