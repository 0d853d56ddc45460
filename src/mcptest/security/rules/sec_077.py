"""Authorization metadata that sends clients to unsafe places."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from urllib.parse import urlsplit

from mcptest.model.finding import Signal
from mcptest.model.loopback import is_loopback
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is None or http.metadata is None:
        return
    for name, url in http.metadata.places.items():
        problem = _problem(url, loopback=http.loopback)
        if problem:
            yield SecurityHit(
                message=f"{name} in the authorization metadata {problem}: {url[:200]}",
                kind=name,
                signals=(Signal(problem, 3.0, url[:200]),),
                remedy="Publish public https addresses.",
                text=url,
            )


def _problem(url: str, *, loopback: bool) -> str:
    """Empty where the address is fine for clients of this server."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return ""
    if is_loopback(host):
        return "" if loopback else "is an address of this machine"
    if _is_private(host):
        return "" if loopback and parts.scheme == "https" else "is in a private network"
    return "is not an https address" if parts.scheme == "http" else ""


def _is_private(host: str) -> bool:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    return found.is_private or found.is_link_local


RULE = PassiveRule(
    id="SEC-077",
    family="http",
    title="Authorization metadata sends clients to an unsafe address",
    score=7.0,
    cwe=918,
    what="Reads the authorization metadata on the server's own host, and looks for issuers and endpoints without https, in private networks, or on this machine.",
    why="A client follows these addresses: codes and tokens are then sent without encryption, or the client is made to send requests inside its own network.",
    fix="Publish public https addresses.",
    not_this="Loopback addresses of a server on loopback, and endpoints on a different site from the issuer, as large providers use. Metadata on another host is not read.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "GET",
                "when": {"http": {"path": "/.well-known/oauth-protected-resource/mcp"}},
                "status": 200,
                "reply": {
                    "resource": "${http.origin}/mcp",
                    "authorization_servers": ["http://10.0.0.7/login"],
                },
            },
        ),
        transport="http",
    ),
)
