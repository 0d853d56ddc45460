"""A response for one user that caches may keep."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    kept = (http.cache_control or "").lower() if http is not None and http.authorized else ""
    if "public" in kept or "s-maxage" in kept:
        yield SecurityHit(
            message=f"a response to a request with credentials may be kept by caches: Cache-Control: {kept}",
            kind="cache",
            signals=(Signal("public cache header", 2.0, kept),),
            remedy="Send Cache-Control: no-store.",
            text="cache",
        )


RULE = PassiveRule(
    id="SEC-069",
    family="http",
    title="A response to a signed-in request may be cached",
    score=3.5,
    cwe=525,
    what="Looks at the Cache-Control header of responses to requests that carry credentials.",
    why="A shared cache may give the response to somebody else.",
    fix="Send Cache-Control: no-store.",
    not_this="Responses without the header, and requests without credentials.",
    check=_check,
    proof=MockProof(
        failing=({"on": "POST", "headers": {"Cache-Control": "public, max-age=3600"}},),
        transport="http",
    ),
)
