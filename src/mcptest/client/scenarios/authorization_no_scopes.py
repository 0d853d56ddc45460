"""Neither the challenge nor the resource metadata names a scope."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-no-scopes",
    title="No scopes",
    summary="Neither the challenge nor the resource metadata names a scope.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="no-scopes", resource_scopes=None),
)
