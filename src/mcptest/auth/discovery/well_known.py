"""Well-known URLs of OAuth metadata, and the hosts that mcptest may ask for it."""

from __future__ import annotations

from urllib.parse import urlsplit

from mcptest.model.loopback import is_loopback

RESOURCE = "oauth-protected-resource"
OAUTH = "oauth-authorization-server"
OPENID = "openid-configuration"


def resource_urls(url: str) -> list[str]:
    """Of the protected resource: with the path of the endpoint first, then at the root."""
    parts = urlsplit(url)
    root = f"{parts.scheme}://{parts.netloc}/.well-known/{RESOURCE}"
    path = parts.path.rstrip("/")
    return [root + path, root] if path else [root]


def oauth_urls(issuer: str) -> list[str]:
    """Of an authorization server by RFC 8414: the path of the issuer comes last."""
    parts = urlsplit(issuer)
    return [f"{parts.scheme}://{parts.netloc}/.well-known/{OAUTH}{parts.path.rstrip('/')}"]


def openid_urls(issuer: str) -> list[str]:
    """Of an OpenID provider: inserted before the path, then appended to it."""
    parts = urlsplit(issuer)
    origin, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
    inserted = [f"{origin}/.well-known/{OPENID}{path}"] if path else []
    return [*inserted, f"{origin}{path}/.well-known/{OPENID}"]


def may_ask(url: str, target: str) -> bool:
    """Whether a document named by a server is fetched.

    A server names any address it likes, so only its own origin, another public one by https, or
    this machine where the server runs here too.
    """
    there, here = urlsplit(url), urlsplit(target)
    if (there.scheme, there.netloc) == (here.scheme, here.netloc):
        return True
    host = there.hostname or ""
    if is_loopback(host):
        return is_loopback(here.hostname or "") and there.scheme in {"http", "https"}
    return there.scheme == "https" and not _is_number(host)


def _is_number(host: str) -> bool:
    """An address in place of a name is how private networks are reached."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last.isdigit() or last.lower().startswith("0x")
