"""The authorization response names the issuer with a slash at its end."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-slashed-iss",
    title="An issuer that differs by a slash",
    summary="The authorization response names the issuer with a slash at its end.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="slashed-iss", iss="slash"),
)
