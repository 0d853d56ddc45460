"""The second call is refused for insufficient scope, whatever the token allows."""

from __future__ import annotations

from mcptest.client.authorization.plan import READ, AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-step-up-limit",
    title="Never enough scope",
    summary="The second call is refused for insufficient scope, whatever the token allows.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="step-up-limit", challenge_scope=READ, step_up="always"),
)
