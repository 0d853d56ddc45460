"""URLs of a protected scenario's documents, and what clients should request."""

from __future__ import annotations

from typing import Final

from mcptest.client.authorization.plan import AuthorizationPlan

ENDPOINT: Final = "/mcp"
RESOURCE: Final = "/.well-known/oauth-protected-resource"
NAMED: Final = "/metadata/of-this-server.json"
OAUTH: Final = "/.well-known/oauth-authorization-server"
OPENID: Final = "/.well-known/openid-configuration"


def resource_address(plan: AuthorizationPlan) -> str:
    """The path of the resource metadata."""
    return {"named": NAMED, "path": RESOURCE + ENDPOINT, "root": RESOURCE}[plan.resource_at]


def metadata_addresses(issuer_path: str) -> dict[str, str]:
    """The paths of authorization server metadata by form, in the order to try them."""
    found = {"oauth": OAUTH + issuer_path, "openid": OPENID + issuer_path}
    return {**found, "openid-appended": issuer_path + OPENID} if issuer_path else found


def endpoints(plan: AuthorizationPlan) -> dict[str, str]:
    """The paths of the endpoints; the defaults of 2025-03-26 where no document names others."""
    start = "" if plan.metadata == "none" else f"{plan.issuer_path}/oauth"
    return {name: f"{start}/{name}" for name in ("authorize", "token", "register")}
