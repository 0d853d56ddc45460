"""The issuer has a path, which is inserted into the address of its metadata."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-issuer-path",
    title="An issuer with a path",
    summary="The issuer has a path, which is inserted into the address of its metadata.",
    transports=("http",),
    first=SpecVersion.V2025_06_18,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="issuer-path", issuer_path="/tenant1"),
)
