"""How to sign in to a server, from a suite or the command line."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from mcptest.model.record import record


class Grant(StrEnum):
    """How a token is had without a person; ``stored`` is what `mcptest login` kept."""

    CLIENT_CREDENTIALS = "client_credentials"
    REFRESH_TOKEN = "refresh_token"  # noqa: S105 - the name of a grant
    ENTERPRISE_MANAGED = "enterprise_managed"
    STORED = "stored"


@record
class AuthClient:
    """Who we are to one authorization server."""

    id: str
    secret: str | None = field(default=None, repr=False)
    method: str | None = None  # as it was registered


@record
class IdentityProvider:
    """Where an organization signs its people in, and who we are there.

    ``id_token`` says who the person is; without it, that person has to sign in with a browser.
    """

    issuer: str
    client: AuthClient
    id_token: str | None = field(default=None, repr=False)

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.client.secret, self.id_token)))


@record(kw_only=True)
class OAuthSettings:
    """Endpoints are discovered unless they are given."""

    grant: Grant
    client_id: str | None = None
    client_secret: str | None = field(default=None, repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    scope: str | None = None
    resource: str | None = None
    token_endpoint: str | None = None
    issuer: str | None = None
    idp: IdentityProvider | None = None

    @property
    def secrets(self) -> tuple[str, ...]:
        own = tuple(filter(None, (self.client_secret, self.refresh_token)))
        return (*own, *self.idp.secrets) if self.idp else own
