"""The authorization that requests to a server get."""

from __future__ import annotations

from typing import Final

from mcptest.auth.credentials import OAuthCredentials
from mcptest.auth.settings import Grant
from mcptest.auth.sign_in import SettingsSource
from mcptest.model.json import JsonObject
from mcptest.ui.offered import OfferedServer
from mcptest.wire.target import HttpTarget, Target

EXTENSION: Final = "io.modelcontextprotocol/enterprise-managed-authorization"
_ENTERPRISE: Final = Grant.ENTERPRISE_MANAGED.value.replace("_", " ")


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


def is_vouched(offered: OfferedServer) -> bool:
    """Whether an identity provider vouches for the person who uses this server."""
    return offered.idp is not None or way_of(offered.spec.target) == _ENTERPRISE


def with_vouching(capabilities: JsonObject) -> JsonObject:
    """The same, with the extension that says so."""
    known = capabilities.get("extensions")
    extensions = known if isinstance(known, dict) else {}
    return {**capabilities, "extensions": {**extensions, EXTENSION: {}}}
