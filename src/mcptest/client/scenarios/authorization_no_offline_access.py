"""The authorization server lists its scopes, without offline_access."""

from __future__ import annotations

from mcptest.client.authorization.plan import CALL, READ, AuthorizationPlan
from mcptest.client.scenario import Scenario, echo
from mcptest.model.spec_version import SpecVersion

SCENARIO = Scenario(
    name="authorization-no-offline-access",
    title="Refresh tokens not offered",
    summary="The authorization server lists its scopes, without offline_access.",
    transports=("http",),
    first=SpecVersion.V2026_07_28,
    timeout=5.0,
    steps=(echo("one"), echo("two")),
    protection=AuthorizationPlan(about="no-offline-access", server_scopes=(READ, CALL)),
)
