"""The authorization server registers public clients only."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-public-client",
    title="A client without a secret",
    summary="The authorization server registers public clients only.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="public-client", auth_method="none"),
)
