"""The server has no metadata. Its endpoints are at the default paths."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-default-endpoints",
    title="Default endpoints",
    summary="The server has no metadata. Its endpoints are at the default paths.",
    transports=("http",),
    first=SpecVersion.V2025_03_26,
    last=SpecVersion.V2025_03_26,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="default-endpoints", metadata="none"),
)
