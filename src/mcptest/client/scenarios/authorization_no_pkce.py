"""The metadata of the authorization server does not list a code challenge method."""

from __future__ import annotations

from mcptest.client.authorization.plan import AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-no-pkce",
    title="An authorization server without PKCE",
    summary="The metadata of the authorization server does not list a code challenge method.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="no-pkce", pkce=False),
)
