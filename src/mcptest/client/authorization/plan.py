"""How a scenario's server is protected, and what is unusual about it."""

from __future__ import annotations

from typing import Final, Literal

from mcptest.model.record import record

READ: Final = "mcp:read"
CALL: Final = "mcp:call"
OTHER: Final = "mcp:other"
OFFLINE: Final = "offline_access"

Location = Literal["named", "path", "root"]
MetadataForm = Literal["oauth", "openid", "openid-appended", "none"]
Iss = Literal["same", "other", "slash", "absent"]
StepUp = Literal["never", "once", "always"]


@record(kw_only=True)
class AuthorizationPlan:
    """The defaults make a server on which every right client signs in.

    ``about`` is what rules know the scenario by. At 2025-03-26 the server is its own
    authorization server, and there is no resource metadata.
    """

    about: str = "plain"
    # The challenge, and the resource metadata
    names_metadata: bool = True  # the challenge has a resource_metadata
    resource_at: Location = "path"
    other_resource: bool = False  # the document is about another server
    challenge_scope: str | None = None
    resource_scopes: tuple[str, ...] | None = (READ, CALL)
    # The metadata of the authorization server
    issuer_path: str = ""
    metadata: MetadataForm = "oauth"
    other_issuer: bool = False  # the document names another issuer
    pkce: bool = True
    registration: bool = True
    client_documents: bool = False
    auth_method: str | None = None  # the only one at the token endpoint
    server_scopes: tuple[str, ...] = ()
    # What it does
    announces_iss: bool = True
    iss: Iss = "same"
    other_state: bool = False
    step_up: StepUp = "never"
    moves: bool = False  # to another authorization server after the first call
    redirects: bool = False  # the second call, to another origin
