"""The authorization response names another issuer in an iss that was not announced."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-unannounced-iss",
    title="An issuer that was not announced",
    summary="The authorization response names another issuer in an iss that was not announced.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="unannounced-iss", announces_iss=False, iss="other"),
)
