"""Wait and send a request again if the server says that requests come too fast (HTTP 429)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from mcptest.wire.http.exchange import IncomingResponse

TOO_MANY: Final = 429
TRIES: Final = 3
_UNSAID: Final = 0.5  # seconds, if the server does not say how long to wait
_LONGEST: Final = 1.5  # seconds; who asks for more would make the request look unanswered


async def send_unhurried(send: Callable[[], Awaitable[IncomingResponse]]) -> IncomingResponse:
    """Send, and again after a pause; a request that was turned away like this did not run.

    Raises: BrokenError.
    """
    incoming = await send()
    for _ in range(TRIES):
        pause = pause_for(incoming.status, incoming.headers)
        if pause is None:
            break
        await incoming.close()
        await asyncio.sleep(pause)
        incoming = await send()
    return incoming


def pause_for(status: int, headers: Mapping[str, str]) -> float | None:
    """How long to wait before the request is sent again; None if it should not be."""
    if status != TOO_MANY:
        return None
    asked = headers.get("retry-after")
    if asked is None:
        return _UNSAID
    seconds = int(asked) if asked.isdecimal() and len(asked) < 10 else None  # noqa: PLR2004
    return float(seconds) if seconds is not None and seconds <= _LONGEST else None
