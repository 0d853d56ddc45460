"""The second call needs another scope than the challenge named at first."""

from __future__ import annotations

from mcptest.client.authorization.plan import READ, AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-step-up",
    title="More scope for one call",
    summary="The second call needs another scope than the challenge named at first.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="step-up", challenge_scope=READ, step_up="once"),
)
