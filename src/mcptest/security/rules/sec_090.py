"""A package that is started without an exact version."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.finding import Signal
from mcptest.security.evidence import SecurityHit
from mcptest.security.launch import LaunchFacts
from mcptest.security.packages import package_of
from mcptest.security.rule import LaunchProof, LaunchRule


def _check(launch: LaunchFacts) -> Iterator[SecurityHit]:
    package = package_of(launch.command)
    if package is None or package.exact or package.remote:
        return
    said = f'"{package.version}"' if package.version else "no version"
    yield SecurityHit(
        message=f'{package.runner} runs "{package.name}" with {said}, so each start may run other code',
        pointer="/args",
        kind=package.name,
        signals=(Signal("version is not exact", 1.0, package.version or "none"),),
        remedy=f"Name an exact version, for example {package.name}{'==' if package.runner in {'uvx', 'pipx'} else ':' if package.runner == 'docker' else '@'}1.2.3.",
        text=package.name,
    )


RULE = LaunchRule(
    id="SEC-090",
    family="launch",
    title="The server is started without an exact version",
    score=3.9,
    cwe=1357,
    what="Looks for npx, bunx, uvx, pipx and docker commands that name no version, a range, latest or another tag that can move.",
    why="Anyone who can publish the package decides what the next start runs.",
    fix="Name an exact version or a digest.",
    not_this="Local paths, digests, and commands that do not run a package.",
    check=_check,
    proof=LaunchProof(
        passing={"command": "npx", "args": ["-y", "@acme/notes-mcp@1.4.2"]},
        failing={"command": "npx", "args": ["-y", "@acme/notes-mcp@latest"]},
    ),
)
