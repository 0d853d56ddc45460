"""The authorization server has an OpenID configuration instead of OAuth metadata."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-openid",
    title="OpenID configuration",
    summary="The authorization server has an OpenID configuration instead of OAuth metadata.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="openid", metadata="openid"),
)
