"""How the scripted client discovers the authorization server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from mcptest.client.scripted.faults import Faults, Message
from mcptest.client.scripted.fetching import fetch_document

RESOURCE = "/.well-known/oauth-protected-resource"
OAUTH = "/.well-known/oauth-authorization-server"
OPENID = "/.well-known/openid-configuration"
FIRST_RESOURCE = "2025-06-18"  # the first revision with resource metadata
FIRST_OPENID = "2025-11-25"


class CannotSignIn(Exception):  # noqa: N818 - it is what happens, not an error
    """The client does not sign in here."""


def parameter(challenge: str, name: str) -> str | None:
    """A parameter of a ``WWW-Authenticate`` header."""
    found = re.search(rf'{name}="([^"]*)"', challenge)
    return found[1] if found else None


class ScriptedDiscovery:
    """The two steps: resource metadata, then authorization server metadata."""

    def __init__(self, url: str, revision: str, faults: Faults) -> None:
        parts = urlsplit(url)
        self._url = url
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._path = parts.path
        self._revision = revision
        self._faults = faults

    def resource(self, challenge: str) -> Message:
        """The resource metadata.

        Raises: CannotSignIn.
        """
        if self._revision < FIRST_RESOURCE:
            return {"authorization_servers": [self._origin]}
        found = next((one for one in map(fetch_document, self._places(challenge)) if one), None)
        if found is None:
            raise CannotSignIn("the server has no resource metadata")
        other = found.get("resource") != self._url
        if other and not self._faults.behaves("take-any-resource"):
            raise CannotSignIn("the resource metadata is about another server")
        return found

    def _places(self, challenge: str) -> Iterator[str]:
        named = parameter(challenge, "resource_metadata")
        if named is not None and not self._faults.behaves("ignore-named-metadata"):
            yield named
            return
        places = [self._origin + RESOURCE + self._path, self._origin + RESOURCE]
        if self._faults.behaves("root-metadata-first"):
            places.reverse()
        yield from places[: 1 if self._faults.behaves("path-metadata-only") else 2]

    def server(self, issuer: str) -> Message:
        """The authorization server metadata, or the default endpoints of 2025-03-26.

        Raises: CannotSignIn.
        """
        headers = {"MCP-Protocol-Version": self._revision}
        if self._faults.behaves("unversioned-discovery"):
            headers = {}
        for place in self._metadata_places(issuer):
            found = fetch_document(place, headers)
            if found is not None:
                self._check(found, issuer)
                return found
        if self._revision >= FIRST_RESOURCE or self._faults.behaves("no-default-endpoints"):
            raise CannotSignIn("the authorization server has no metadata")
        return {
            "issuer": issuer,
            "authorization_endpoint": f"{issuer}/authorize",
            "token_endpoint": f"{issuer}/token",
            "registration_endpoint": f"{issuer}/register",
            "code_challenge_methods_supported": ["S256"],
        }

    def _metadata_places(self, issuer: str) -> list[str]:
        parts = urlsplit(issuer)
        origin, path = f"{parts.scheme}://{parts.netloc}", parts.path
        if self._faults.behaves("append-oauth-path"):
            return [origin + path + OAUTH]
        places = [origin + OAUTH + path]
        if self._revision >= FIRST_OPENID:
            places += [origin + OPENID + path, *([origin + path + OPENID] if path else [])]
        if self._faults.behaves("openid-first"):
            places.reverse()
        if self._faults.behaves("no-default-metadata"):
            return []
        if self._faults.behaves("oauth-metadata-only"):
            return places[:1]
        return places[: 2 if self._faults.behaves("never-append") else 3]

    def _check(self, found: Message, issuer: str) -> None:
        other = found.get("issuer") != issuer
        if other and not self._faults.behaves("take-any-issuer"):
            raise CannotSignIn("the metadata names another issuer")
        unproven = "S256" not in found.get("code_challenge_methods_supported", [])
        if unproven and not self._faults.behaves("sign-in-without-pkce"):
            raise CannotSignIn("the authorization server does not support PKCE")
