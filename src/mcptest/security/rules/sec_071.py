"""A server that serves simple cross-site requests."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is None or http.authorized or http.simple_post_status is None:
        return
    if 200 <= http.simple_post_status < 300:  # noqa: PLR2004
        yield SecurityHit(
            message="the server answers a text/plain request from a foreign site, which browsers send without asking",
            kind="simple",
            signals=(Signal("text/plain served", 1.0), Signal("foreign Origin served", 2.0)),
            remedy="Accept only application/json, and check the Origin header.",
            text="simple",
        )


RULE = PassiveRule(
    id="SEC-071",
    family="http",
    title="A server serves simple cross-site requests",
    score=6.0,
    cwe=352,
    what="Sends tools/list as text/plain with the Origin of another site.",
    why="Any web page can make a browser send such a request without a preflight, and so call tools.",
    fix="Accept only application/json, and check Origin.",
    not_this="Servers that need a token.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "POST",
                "when": {"http": {"header": {"content-type": "text/plain"}}},
                "status": 200,
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
