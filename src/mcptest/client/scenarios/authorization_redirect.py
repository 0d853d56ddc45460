"""The second call is redirected to another origin."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-redirect",
    title="A redirect with a token",
    summary="The second call is redirected to another origin.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="redirect", redirects=True),
)
