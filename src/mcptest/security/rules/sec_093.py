"""A program or a folder that every user of the machine can change."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.rule import LaunchProof, LaunchRule


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    for place in launch.open_places:
        yield SecurityHit(
            message=f"every user of this machine can change {place}",
            pointer="/command",
            kind=place,
            signals=(Signal("world-writable", 2.0, place),),
            remedy=f"Remove the permission: chmod o-w {place}",
            text=place,
        )


RULE = LaunchRule(
    id="SEC-093",
    family="launch",
    title="Every user of the machine can change what is started",
    score=6.0,
    cwe=732,
    what="Looks at the permissions of the program, of files in its arguments, and of their folders.",
    why="Another user can put code there that runs with your permissions.",
    fix="Remove the write permission for others.",
    not_this="Folders such as /tmp in which others cannot replace your files.",
    check=_check,
    proof=LaunchProof(
        passing={"command": "notes-mcp"},
        failing={"command": "/opt/notes/server.py"},
        open_places=("/opt/notes/server.py",),
    ),
)
