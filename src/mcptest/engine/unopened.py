"""The single failing case of a server that opens no session."""

from __future__ import annotations

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import TargetError
from mcptest.model.outcome import Lane


def unopened_case(server: str, lane: Lane, refusal: TargetError) -> Case:
    """Fails with the error that the opening ended in; nothing is asked again."""

    async def observe(_context: Context) -> Observation:
        raise refusal

    return Case(
        id=f"{lane}::{server}::session",
        name="The server opens a session",
        lane=lane,
        server=server,
        observe=observe,
    )
