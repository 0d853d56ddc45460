"""The token endpoint accepts client_secret_basic only."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-secret-basic",
    title="A client secret in the header",
    summary="The token endpoint accepts client_secret_basic only.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="secret-basic", auth_method="client_secret_basic"),
)
