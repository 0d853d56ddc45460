"""What a person fills in to sign in in another way than the discovered one."""

from __future__ import annotations

from typing import Final

from mcptest.auth.discovery.given import (
    DISCOVERED,
    GivenEndpoints,
    given_endpoints,
    require_secure,
)
from mcptest.model.json import JsonObject
from mcptest.model.record import record

_FIELDS: Final = (
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "registration_endpoint",
    "client_id",
)
TAKES: Final[JsonObject] = {name: {"type": "string", "maxLength": 4_000} for name in _FIELDS}


@record
class SignInChoice:
    """None where it is discovered, or said on the command line."""

    issuer: str | None = None
    endpoints: GivenEndpoints = DISCOVERED
    client_id: str | None = None


def read_choice(request: JsonObject) -> SignInChoice:
    """Raises: UsageError where an address is not safe."""
    issuer, authorization, token, registration, client = (
        str(request.get(name) or "").strip() or None for name in _FIELDS
    )
    if issuer is not None:
        require_secure("issuer", issuer)
    return SignInChoice(issuer, given_endpoints(authorization, token, registration), client)
