"""Code that is fetched from an address at every start."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.packages import package_of
from mcptest.security.rule import LaunchProof, LaunchRule

_PIPED: Final = re.compile(r"\b(?:curl|wget)\b[^|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b")


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    line = " ".join(launch.command)
    package = package_of(launch.command)
    piped = _PIPED.search(line)
    if piped is not None:
        yield _hit("a downloaded script is run unseen", piped.group())
    elif package is not None and package.remote and not package.exact:
        yield _hit("code is fetched from an address without a commit", package.name)


def _hit(what: str, excerpt: str) -> SecurityHit:
    return SecurityHit(
        message=f"{what}: {excerpt[:120]}",
        pointer="/args",
        kind=what,
        signals=(Signal(what, 2.0, excerpt[:120]),),
        remedy="Name a full commit hash, or install a released version.",
        text=excerpt,
    )


RULE = LaunchRule(
    id="SEC-091",
    family="launch",
    title="The server is started from an address that can change",
    score=5.5,
    cwe=494,
    what="Looks for git and archive addresses without a commit hash, and for downloads that are piped into a shell.",
    why="Anyone who controls the address decides what runs.",
    fix="Pin a commit, or install a released version.",
    not_this="Addresses with a full commit hash.",
    check=_check,
    proof=LaunchProof(
        passing={
            "command": "uvx",
            "args": [
                "--from",
                "git+https://git.example.com/notes@0123456789abcdef0123456789abcdef01234567",
                "notes",
            ],
        },
        failing={
            "command": "uvx",
            "args": ["--from", "git+https://git.example.com/notes", "notes"],
        },
    ),
)
