"""The resource metadata is about another server."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-other-resource",
    title="Metadata of another server",
    summary="The resource metadata is about another server.",
    transports=("http",),
    first=SpecVersion.V2025_06_18,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="other-resource", other_resource=True),
)
