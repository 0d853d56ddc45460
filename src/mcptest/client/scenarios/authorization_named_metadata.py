"""The challenge names an unusual address for the resource metadata, its only one."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-named-metadata",
    title="Metadata at an address of its own",
    summary="The challenge names an unusual address for the resource metadata, its only one.",
    transports=("http",),
    first=SpecVersion.V2025_06_18,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="named-metadata", resource_at="named"),
)
