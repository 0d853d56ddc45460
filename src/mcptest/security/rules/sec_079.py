"""A server that anybody on the network can write to."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    http = seen.http
    if http is None or http.authorized or not seen.writers:
        return
    if not http.loopback or http.listens_everywhere:
        names = ", ".join(seen.writers[:5])
        yield SecurityHit(
            message=f"anybody who reaches the server can change data without credentials: {names}",
            kind="open",
            signals=(Signal("no credentials", 1.0), Signal("tools that write", 2.0, names)),
            remedy="Require credentials.",
            text="open",
        )


RULE = PassiveRule(
    id="SEC-079",
    family="http",
    title="A server on the network lets anybody change data",
    score=6.5,
    cwe=306,
    what="Looks for tools that declare a change (readOnlyHint: false or destructiveHint: true) on a server that other machines can reach and that served this scan without credentials.",
    why="Anyone who finds the address can change or delete what the tools reach.",
    fix="Require credentials, or listen on 127.0.0.1.",
    not_this="Servers that only this machine can reach, and tools without annotations: a name that suggests a change is not enough.",
    check=_check,
    proof=MockProof(
        failing=(),
        transport="http",
        host="0.0.0.0",  # noqa: S104 - the hole
        tools=(
            {
                "name": "delete_note",
                "description": "Delete a note by its number.",
                "inputSchema": {
                    "type": "object",
                    "properties": {"number": {"type": "integer", "minimum": 1}},
                    "required": ["number"],
                    "additionalProperties": False,
                },
                "annotations": {"readOnlyHint": False, "destructiveHint": True},
            },
        ),
    ),
)
