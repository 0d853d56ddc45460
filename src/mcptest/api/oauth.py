"""Describe a server behind OAuth, for clients and pytest fixtures."""

from __future__ import annotations

from mcptest.auth.attach import credentials_for
from mcptest.auth.settings import AuthClient, Grant, IdentityProvider, OAuthSettings
from mcptest.errors import UsageError
from mcptest.wire.target import HttpTarget


def oauth(
    url: str,
    *,
    client_id: str,
    client_secret: str | None = None,
    refresh_token: str | None = None,
    scope: str | None = None,
    resource: str | None = None,
    token_endpoint: str | None = None,
    issuer: str | None = None,
    idp: str | None = None,
    idp_client_id: str | None = None,
    idp_client_secret: str | None = None,
    id_token: str | None = None,
) -> HttpTarget:
    """Return a server that is signed in to when it is first used.

    With ``refresh_token`` the token is requested with it, with ``id_token`` by the identity
    provider ``idp``, otherwise with client credentials. The authorization server is discovered
    unless ``issuer`` or ``token_endpoint`` is given.
    Raises: UsageError without a secret, a refresh token and an ID token.
    """
    if client_secret is None and refresh_token is None and id_token is None:
        raise UsageError(
            "server-oauth",
            "oauth() requires client_secret, refresh_token or id_token",
            hint="after `mcptest login URL`, pass the URL itself",
        )
    provider = _provider(idp, idp_client_id, idp_client_secret, id_token)
    settings = OAuthSettings(
        grant=_grant(refresh_token, provider),
        client_id=client_id,
        client_secret=client_secret,
        refresh_token=refresh_token,
        scope=scope,
        resource=resource,
        token_endpoint=token_endpoint,
        issuer=issuer,
        idp=provider,
    )
    return HttpTarget(url, credentials=credentials_for(url, settings))


def _grant(refresh_token: str | None, provider: IdentityProvider | None) -> Grant:
    if provider is not None:
        return Grant.ENTERPRISE_MANAGED
    return Grant.REFRESH_TOKEN if refresh_token else Grant.CLIENT_CREDENTIALS


def _provider(
    issuer: str | None, client_id: str | None, secret: str | None, id_token: str | None
) -> IdentityProvider | None:
    if issuer is None and client_id is None and id_token is None:
        return None
    if issuer is None or client_id is None or id_token is None:
        words = "oauth() requires idp, idp_client_id and id_token together"
        raise UsageError("server-oauth", words)
    return IdentityProvider(issuer, AuthClient(client_id, secret), id_token)
