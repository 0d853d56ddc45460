"""The token endpoint accepts client_secret_post only."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-secret-post",
    title="A client secret in the body",
    summary="The token endpoint accepts client_secret_post only.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="secret-post", auth_method="client_secret_post"),
)
