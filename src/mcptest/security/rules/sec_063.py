"""A server whose CORS headers let any site in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import FOREIGN_ORIGIN, SeenSession
from mcptest.security.rule import MockProof, PassiveRule

_OPEN: Final = 5.0


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is None or http.cors_origin is None:
        return
    reflected = http.cors_origin == FOREIGN_ORIGIN
    if reflected and http.cors_credentials:
        yield _hit("any origin is reflected, with credentials", None)
    elif http.loopback and not http.authorized and http.cors_origin in {"*", FOREIGN_ORIGIN}:
        yield _hit("any site may read responses of this local server, which needs no token", _OPEN)


def _hit(what: str, score: float | None) -> SecurityHit:
    return SecurityHit(
        message=f"{what} (Access-Control-Allow-Origin)",
        score=score,
        kind="cors",
        signals=(Signal(what, 3.0),),
        remedy="Name the exact origins that may use the server.",
        text="cors",
    )


RULE = PassiveRule(
    id="SEC-063",
    family="http",
    title="CORS headers let any site in",
    score=7.0,
    cwe=942,
    what="Sends a request with a foreign Origin and looks at the CORS headers of the response.",
    why="A web page can then call the server from your browser and read what it returns.",
    fix="Name exact origins.",
    not_this="A wildcard without credentials on a public server, and requests that the server rejects.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "POST",
                "when": {"http": {"header": {"origin": {"is": "unknown"}}}},
                "status": 200,
                "headers": {
                    "Access-Control-Allow-Origin": "*",
                },
                "result": {
                    "tools": [],
                    "resultType": "complete",
                    "ttlMs": 0,
                    "cacheScope": "private",
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {},
                },
            },
        ),
        transport="http",
    ),
)
