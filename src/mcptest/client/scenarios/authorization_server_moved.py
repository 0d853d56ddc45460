"""After the first call, the resource metadata names another authorization server."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-server-moved",
    title="Another authorization server",
    summary="After the first call, the resource metadata names another authorization server.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="server-moved", moves=True),
)
