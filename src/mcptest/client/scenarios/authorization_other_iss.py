"""The authorization response names another issuer."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-other-iss",
    title="A response from another issuer",
    summary="The authorization response names another issuer.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="other-iss", iss="other"),
)
