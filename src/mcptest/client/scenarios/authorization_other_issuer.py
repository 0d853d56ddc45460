"""The metadata of the authorization server names another issuer."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-other-issuer",
    title="Metadata of another issuer",
    summary="The metadata of the authorization server names another issuer.",
    transports=("http",),
    first=SpecVersion.V2025_06_18,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="other-issuer", other_issuer=True),
)
