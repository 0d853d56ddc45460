"""Open HTTP+SSE (2024-11-05): GET an event stream, POST messages to the URL that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.open import open_carrier
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget

if TYPE_CHECKING:  # needed only once a link is opened
    from mcptest.wire.http.legacy_sse import SseLink


async def open_sse(target: HttpTarget, *, limits: Limits, client: ClientSide) -> SseLink:
    """Connect, open the stream and wait for its ``endpoint`` event.

    Raises: TargetConnectError; TargetHandshakeError when the address offers no such stream.
    """
    address, carrier = await open_carrier(target, limits)
    from mcptest.wire.http.legacy_sse import SseLink

    link = SseLink(target, address, carrier, limits=limits, client=client)
    try:
        await link.start(limits.timeout)
    except BaseException:
        await link.close()
        raise
    return link
