"""Session ids that can be guessed."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.live.session_ids import weak_ids
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    ids = seen.http.session_ids if seen.http is not None else ()
    weakness = weak_ids(ids)
    if weakness is not None:
        yield SecurityHit(
            message=f"session ids can be guessed: {weakness}",
            kind="session",
            signals=(Signal(weakness, 3.0, f"{len(ids)} ids"),),
            remedy="Use at least 128 random bits, such as a random UUID.",
            text="session",
        )


RULE = PassiveRule(
    id="SEC-064",
    family="http",
    title="Session ids can be guessed",
    score=7.0,
    cwe=331,
    what="Opens several sessions and looks for ids that repeat, count up, or have less than 64 bits.",
    why="Anyone who guesses an id takes over the session.",
    fix="Use at least 128 bits from a secure source.",
    not_this="UUIDs with a time part, and ids that are signed tokens.",
    check=_check,
    proof=MockProof(
        failing=({"on": "initialize", "headers": {"Mcp-Session-Id": "session-${turn}"}},),
        transport="http",
    ),
)
