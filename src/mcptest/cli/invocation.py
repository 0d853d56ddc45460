"""The state shared by all commands: the server command after ``--`` and ``--debug``."""

from __future__ import annotations

from mcptest.model.record import record


@record(frozen=False)
class Invocation:
    """Handed to every command as click's object."""

    server_command: tuple[str, ...] | None = None
    debug: bool = False
