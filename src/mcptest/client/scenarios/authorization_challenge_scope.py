"""The challenge names a scope, and the resource metadata lists others."""

from __future__ import annotations

from mcptest.client.authorization.plan import CALL, OTHER, READ, AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-challenge-scope",
    title="Scopes in the challenge",
    summary="The challenge names a scope, and the resource metadata lists others.",
    transports=("http",),
    first=SpecVersion.V2025_11_25,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(
        about="challenge-scope", challenge_scope=READ, resource_scopes=(READ, CALL, OTHER)
    ),
)
