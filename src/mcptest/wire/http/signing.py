"""Add an authorization header to requests, and retry once after it was renewed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from mcptest.wire.http.exchange import IncomingResponse
from mcptest.wire.http.headers import Headers, Layers
from mcptest.wire.target import Credentials

_REFUSED = (401, 403)
_NAME = "Authorization"


async def send_signed(
    credentials: Credentials,
    headers: Headers,
    layers: Layers,
    send: Callable[[Headers], Awaitable[IncomingResponse]],
) -> IncomingResponse:
    """Send with the current header, unless a layer says which one to send.

    Raises: BrokenError; TargetDeniedError where there is no header to be had.
    """
    if any(name.lower() == _NAME.lower() for layer in layers for name in layer):
        return await send(headers)
    await credentials.prepare()
    sent = credentials.header
    if sent is None:
        return await send(headers)
    headers.apply({_NAME: sent})
    incoming = await send(headers)
    if incoming.status not in _REFUSED:
        return incoming
    challenge = incoming.headers.get("www-authenticate", "")
    if not await credentials.renew(incoming.status, challenge, sent):
        return incoming
    await incoming.close()
    headers.apply({_NAME: credentials.header or sent})
    return await send(headers)
