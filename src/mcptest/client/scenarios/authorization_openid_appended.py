"""The issuer has a path, and its OpenID configuration is below it."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-openid-appended",
    title="OpenID configuration below the issuer",
    summary="The issuer has a path, and its OpenID configuration is below it.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(
        about="openid-appended", issuer_path="/tenant1", metadata="openid-appended"
    ),
)
