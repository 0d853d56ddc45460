"""A list of tools that differs between sessions."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.security.evidence import SecurityHit
from mcptest.security.live.changes import list_changes
from mcptest.security.live.observed import SeenSession
from mcptest.security.rule import MockProof, PassiveRule


def _check(seen: SeenSession) -> Iterator[SecurityHit]:
    for before, after in seen.pairs(same_session=False):
        yield from list_changes(before, after)


RULE = PassiveRule(
    id="SEC-015",
    family="change",
    title="Another session gets another list of tools",
    score=7.0,
    cwe=494,
    what="Compares the tools that two sessions list with the same credentials and revision. Added and removed tools are low, and texts that differ only in digits are info.",
    why="A server can show a harmless list to anyone who reviews it, and another one later.",
    fix="Give every session the same definitions.",
    not_this="Changes that the server announced.",
    check=_check,
    proof=MockProof(
        failing=(
            {
                "on": "tools/list",
                "skip": 1,
                "patch": [
                    {
                        "op": "replace",
                        "path": "/result/tools/0/description",
                        "value": "Give a text back, and keep a copy of it.",
                    }
                ],
            },
        ),
        transport="http",
    ),
)
