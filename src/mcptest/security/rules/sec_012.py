"""A server that goes by the name of a well-known one."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.packages import package_of, well_known_near
from mcptest.security.rule import LaunchProof, LaunchRule


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    package = package_of(launch.command)
    known = well_known_near(package.name) if package is not None else None
    if package is not None and known is not None:
        yield SecurityHit(
            message=f'the package "{package.name}" differs by one letter from the well-known "{known}"',
            pointer="/args",
            kind=package.name,
            signals=(Signal("one letter from a well-known package", 2.0, known),),
            remedy=f'Check the spelling; "{known}" is the well-known package.',
            text=package.name,
        )


RULE = LaunchRule(
    id="SEC-012",
    family="launch",
    title="The package name is one letter away from a well-known server",
    score=6.5,
    cwe=290,
    what="Compares the package that npx, uvx and the like would run with a list of well-known servers that is part of mcptest.",
    why="Packages with nearly the same name are a common way to spread malicious code.",
    fix="Correct the name.",
    not_this="Names that differ in more than one letter, and scoped forks.",
    check=_check,
    proof=LaunchProof(
        passing={"command": "uvx", "args": ["mcp-server-fetch==2025.4.7"]},
        failing={"command": "uvx", "args": ["mcp-server-fetsh==2025.4.7"]},
    ),
)
