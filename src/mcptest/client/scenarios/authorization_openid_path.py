"""The issuer has a path, inserted into the address of its OpenID configuration."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-openid-path",
    title="OpenID configuration of an issuer with a path",
    summary="The issuer has a path, inserted into the address of its OpenID configuration.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="openid-path", issuer_path="/tenant1", metadata="openid"),
)
