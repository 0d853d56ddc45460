"""What the whole command line said, before any command looked at it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Invocation:
    """Handed to every command as click's object."""

    server_command: tuple[str, ...] | None = None
    debug: bool = False
