"""How a server is started, as a command line or an entry of a client config says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.security.writable import writable_places
from mcptest.wire.target import HttpTarget, StdioTarget, Target


@record
class LaunchFacts:
    """``configured``: it is written in a file, so a secret in it is stored in plain text."""

    name: str
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str | None = None
    cwd: str | None = None
    configured: bool = False
    open_places: tuple[str, ...] = ()  # that every user of the machine can change

    @classmethod
    def of_entry(cls, name: str, entry: JsonObject) -> LaunchFacts:
        """An entry as desktop hosts write it; what has the wrong type is left out."""
        args = entry.get("args")
        command, url, cwd = entry.get("command"), entry.get("url"), entry.get("cwd")
        line = [command, *(args if isinstance(args, list) else [])] if command else []
        return cls(
            name,
            tuple(str(word) for word in line),
            _texts(entry.get("env")),
            _texts(entry.get("headers")),
            url if isinstance(url, str) else None,
            cwd if isinstance(cwd, str) else None,
            configured=True,
        )


def launch_of(name: str, target: Target, *, configured: bool = False) -> LaunchFacts:
    """What a target says about how its server is started or reached."""
    match target:
        case StdioTarget(command, env, cwd):
            facts = LaunchFacts(name, command, env, cwd=cwd, configured=configured)
        case HttpTarget(url, headers):
            facts = LaunchFacts(name, headers=headers, url=url, configured=configured)
        case _:
            facts = LaunchFacts(name)
    return with_open_places(facts)


def with_open_places(facts: LaunchFacts) -> LaunchFacts:
    """The same, once the permissions of what is started were looked at."""
    return replace(facts, open_places=tuple(writable_places(facts.command, facts.cwd)))


def _texts(pairs: object) -> dict[str, str]:
    members = pairs if isinstance(pairs, dict) else {}
    return {str(key): value for key, value in members.items() if isinstance(value, str)}
