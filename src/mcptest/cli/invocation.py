"""What the whole command line said, before any command looked at it."""

from __future__ import annotations

from mcptest.model.record import record


@record(frozen=False)
class Invocation:
    """Handed to every command as click's object."""

    server_command: tuple[str, ...] | None = None
    debug: bool = False
