"""A local server that answers for any host name."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is None or not http.loopback or http.foreign_host_status is None:
        return
    if 200 <= http.foreign_host_status < 300:  # noqa: PLR2004
        yield SecurityHit(
            message=f"the server answers a request for another host (rebind.example) with HTTP {http.foreign_host_status}",
            kind="host",
            signals=(Signal("foreign Host served", 3.0, "rebind.example"),),
            remedy="Accept only requests whose Host header names this machine.",
            text="host",
        )


RULE = PassiveRule(
    id="SEC-062",
    family="http",
    title="A local server accepts any host name",
    score=7.6,
    cwe=350,
    what="Sends an ordinary request with the Host header of another site to a server on this machine.",
    why="A web page can point its own name at this machine (DNS rebinding) and then talk to the server from your browser.",
    fix="Compare the Host header with a list of allowed names.",
    not_this="Servers on other machines, which may be behind a proxy.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "POST",
                "when": {"http": {"status": 403, "header": {"origin": None}}},
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
