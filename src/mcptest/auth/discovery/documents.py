"""Read the two metadata documents (RFC 9728 and RFC 8414) as untrusted input."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from mcptest.model.json import JsonObject
from mcptest.model.loopback import is_loopback
from mcptest.model.record import record

DEFAULT_PATHS = {  # 2025-03-26, for a server without metadata
    "authorization_endpoint": "/authorize",
    "token_endpoint": "/token",
    "registration_endpoint": "/register",
}


@record
class ResourceDocument:
    """The protected resource: who it is, and who hands out its tokens."""

    raw: JsonObject

    @property
    def resource(self) -> str:
        return _text(self.raw, "resource")

    @property
    def servers(self) -> tuple[str, ...]:
        return _texts(self.raw, "authorization_servers")

    @property
    def scopes(self) -> tuple[str, ...]:
        return _texts(self.raw, "scopes_supported")


@record
class ServerDocument:
    """The authorization server; ``assumed`` where nobody published it."""

    raw: JsonObject
    assumed: bool = False

    @property
    def issuer(self) -> str:
        return _text(self.raw, "issuer")

    @property
    def who(self) -> str:
        """The same for people; the issuer is unknown where only endpoints were given."""
        return self.issuer or "the authorization server"

    @property
    def methods(self) -> tuple[str, ...]:
        """How a client shows its secret at the token endpoint."""
        return _texts(self.raw, "token_endpoint_auth_methods_supported")

    @property
    def grants(self) -> tuple[str, ...]:
        """RFC 8414: left out, they are these two."""
        return _texts(self.raw, "grant_types_supported") or ("authorization_code", "implicit")

    @property
    def has_s256(self) -> bool:
        return "S256" in _texts(self.raw, "code_challenge_methods_supported")

    @property
    def sends_issuer(self) -> bool:
        return self.raw.get("authorization_response_iss_parameter_supported") is True

    @property
    def takes_documents(self) -> bool:
        return self.raw.get("client_id_metadata_document_supported") is True

    def endpoint(self, name: str) -> str:
        """The address of ``token``, ``authorization``, ``registration`` …; empty if not offered."""
        return _text(self.raw, f"{name}_endpoint")

    def insecure(self) -> Iterator[str]:
        """Endpoints that are neither https nor on this machine."""
        for name, value in self.raw.items():
            if (name.endswith("_endpoint") or name == "jwks_uri") and not is_secure(value):
                yield name


def assumed_server(origin: str) -> ServerDocument:
    """What a client of 2025-03-26 takes for granted where no document is published."""
    paths: JsonObject = {name: origin + path for name, path in DEFAULT_PATHS.items()}
    more: JsonObject = {"issuer": origin, "code_challenge_methods_supported": ["S256"]}
    return ServerDocument({**paths, **more}, assumed=True)


def is_secure(url: object) -> bool:
    """An https address, or an http address on this machine."""
    try:
        parts = urlsplit(url) if isinstance(url, str) else urlsplit("")
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
    )


def canonical(url: str) -> str:
    """A resource as it is compared: scheme and host in lower case, one trailing slash aside."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    query = f"?{parts.query}" if parts.query else ""
    path = parts.path.removesuffix("/")
    return f"{parts.scheme.lower()}://{parts.netloc.lower()}{path}{query}"


def covers(resource: str, url: str) -> bool:
    """The resource is the origin of the address, or a path above it."""
    above, below = canonical(resource), canonical(url)
    return below == above or below.startswith((f"{above}/", f"{above}?"))


def _text(raw: JsonObject, name: str) -> str:
    value = raw.get(name)
    return value if isinstance(value, str) else ""


def _texts(raw: JsonObject, name: str) -> tuple[str, ...]:
    values = raw.get(name)
    return tuple(v for v in values if isinstance(v, str)) if isinstance(values, list) else ()
