"""A local server that the whole network can reach."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is not None and http.listens_everywhere and not http.authorized:
        yield SecurityHit(
            message="the server listens on every address of this machine and needs no credentials",
            kind="listener",
            signals=(Signal("listens on all interfaces", 2.0), Signal("no credentials", 1.0)),
            remedy="Listen on 127.0.0.1.",
            text="listener",
        )


RULE = PassiveRule(
    id="SEC-068",
    family="http",
    title="A local server can be reached from the network",
    score=6.0,
    cwe=1327,
    what="Looks up the server's port in the list of listening sockets of this machine (Linux only); nothing is sent.",
    why="Anyone on the same network can call the tools.",
    fix="Listen on 127.0.0.1, or require credentials.",
    not_this="Servers on other machines, and servers that need credentials.",
    check=_check,
    proof=MockProof(failing=(), transport="http", host="0.0.0.0"),  # noqa: S104 - the hole
)
