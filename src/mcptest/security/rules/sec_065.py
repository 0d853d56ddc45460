"""A session that opens to another user."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    status = seen.http.other_user_status if seen.http is not None else None
    if status is not None and 200 <= status < 300:  # noqa: PLR2004
        yield SecurityHit(
            message=f"the server answers another user's token in this user's session with HTTP {status}",
            kind="session",
            signals=(Signal("session of another user served", 4.0),),
            remedy="Store the user with the session, and answer everybody else with 404.",
            text="session",
        )


RULE = PassiveRule(
    id="SEC-065",
    family="http",
    title="A session can be used by another user",
    score=8.0,
    cwe=384,
    what="Sends an ordinary request with the session id of one user and the token of another, from `--other-user-env`.",
    why="Anyone who learns a session id can read and change what belongs to its user.",
    fix="Bind each session to the user who opened it.",
    not_this="Servers without sessions, and scans without a second token.",
    check=_check,
    proof=MockProof(
        failing=({"use": "protected"}, {"on": "auth", "flaw": "owner"}),
        transport="http",
        version="2025-11-25",
    ),
)
