"""Open a session on a process that was only asked for its revisions."""

from __future__ import annotations

from typing import Final

from mcptest.errors import TargetHandshakeError
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Link, process_link
from mcptest.wire.opening import FIRST_ID
from mcptest.wire.session import Session, open_on

_USED: Final = 10  # ids, more than the first questions need


async def reopen(
    link: Link | None, version: SpecVersion | None, *, limits: Limits, client: ClientSide
) -> Session | None:
    """None where there is no such process, or it refuses another session."""
    process = None if link is None else process_link(link)
    if process is None or version is None:
        return None
    process.adopt(client)
    process.transcript.forget()
    try:
        return await open_on(
            process, version, limits=limits, client=client, number=FIRST_ID + _USED
        )
    except TargetHandshakeError:
        return None
