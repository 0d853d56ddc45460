"""The authorization that requests to a server get."""

from __future__ import annotations

from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.sign_in import SettingsSource
from mcptest.wire.target import HttpTarget, Target


def way_of(target: Target) -> str | None:
    """None for a server without HTTP, else none, header, stored or the grant of the settings."""
    if not isinstance(target, HttpTarget):
        return None
    if any(name.lower() == "authorization" for name in target.headers):
        return "header"
    if not isinstance(target.credentials, OAuthCredentials):
        return "none"
    source = target.credentials.source
    if isinstance(source, SettingsSource):
        return source.settings.grant.value.replace("_", " ")
    return "stored"
