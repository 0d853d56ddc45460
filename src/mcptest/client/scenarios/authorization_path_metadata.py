"""The challenge names no metadata. It is at the well-known address for the endpoint."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-path-metadata",
    title="Metadata at the path of the endpoint",
    summary="The challenge names no metadata. It is at the well-known address for the endpoint.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="path-metadata", names_metadata=False),
)
