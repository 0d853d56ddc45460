"""A scope that allows everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule

_EVERYTHING: Final = frozenset({"*", "all", "admin", "root", "full", "full_access", "superuser"})


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    metadata = seen.http.metadata if seen.http is not None else None
    scopes = metadata.scopes if metadata is not None else ()
    wide = [scope for scope in scopes if _is_wide(scope)]
    if wide and len(scopes) > 1:
        named = ", ".join(wide)
        yield SecurityHit(
            message=f"scopes_supported has a scope that allows everything: {named}",
            kind="scope",
            signals=(Signal("scope that allows everything", 1.0, named),),
            remedy="Leave it out of scopes_supported: clients without a better hint ask for every scope.",
            text=named,
        )


def _is_wide(scope: str) -> bool:
    """``*``, ``admin``, ``notes:*`` is narrow: it is about notes."""
    return scope.lower() in _EVERYTHING or scope in {"*:*", "*.*"}


RULE = PassiveRule(
    id="SEC-078",
    family="http",
    title="A scope allows everything",
    score=3.5,
    cwe=250,
    what="Reads scopes_supported in the metadata on the server's own host, and looks for scopes such as `*`, `admin` and `all`.",
    why="Clients ask for every listed scope if the server does not say which one is needed, so every token can do everything.",
    fix="List narrow scopes.",
    not_this="Servers with a single scope, and wide scopes of one kind, such as `notes:*`.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "GET",
                "when": {"http": {"path": "/.well-known/oauth-protected-resource/mcp"}},
                "status": 200,
                "reply": {
                    "resource": "${http.origin}/mcp",
                    "authorization_servers": ["${http.origin}"],
                    "scopes_supported": ["notes:read", "admin"],
                },
            },
        ),
        transport="http",
    ),
)
