"""The authorization server announces the iss parameter and leaves it out."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-missing-iss",
    title="A response without its issuer",
    summary="The authorization server announces the iss parameter and leaves it out.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="missing-iss", iss="absent"),
)
