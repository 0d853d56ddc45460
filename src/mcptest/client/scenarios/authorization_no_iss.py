"""The authorization server neither announces nor sends the iss parameter."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-no-iss",
    title="A response without an issuer",
    summary="The authorization server neither announces nor sends the iss parameter.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="no-iss", announces_iss=False, iss="absent"),
)
