"""Describe a server behind OAuth, for clients and pytest fixtures."""

from __future__ import annotations

from mcptest.auth.attach import credentials_for
from mcptest.auth.settings import Grant, OAuthSettings
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
) -> HttpTarget:
    """Return a server that is signed in to when it is first used.

    With ``refresh_token`` the token is requested with it, otherwise with client credentials. The
    authorization server is discovered unless ``issuer`` or ``token_endpoint`` is given.
    Raises: UsageError without a secret and without a refresh token.
    """
    if client_secret is None and refresh_token is None:
        raise UsageError(
            "server-oauth",
            "oauth() requires client_secret or refresh_token",
            hint="after `mcptest login URL`, pass the URL itself",
        )
    settings = OAuthSettings(
        grant=Grant.REFRESH_TOKEN if refresh_token else Grant.CLIENT_CREDENTIALS,
        client_id=client_id,
        client_secret=client_secret,
        refresh_token=refresh_token,
        scope=scope,
        resource=resource,
        token_endpoint=token_endpoint,
        issuer=issuer,
    )
    return HttpTarget(url, credentials=credentials_for(url, settings))
