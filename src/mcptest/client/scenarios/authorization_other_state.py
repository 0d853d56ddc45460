"""The authorization response has another state than the request."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-other-state",
    title="Another state",
    summary="The authorization response has another state than the request.",
    transports=("http",),
    first=SpecVersion.V2025_06_18,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="other-state", other_state=True),
)
