"""Faults around a call: a lost response, a cancellation, a duplicate, a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from mcptest.calls.nested.reading import checked
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.location import Location
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

_ID: Final = "mcptest-cancelled"
_SETTLE: Final = 0.25  # seconds for the response to a cancelled call
_REACHED: Final = 0.05  # seconds until a call that is cut off has reached the server

Fault: TypeAlias = Callable[[Context, JsonObject, float | None, Location], Awaitable[list[Reply]]]


async def lost_reply(
    context: Context, params: JsonObject, timeout: float | None, where: Location
) -> list[Reply]:
    """The retry of a client that never saw the first response."""
    reply = await context.request("tools/call", params, timeout=timeout)
    return [checked(reply, where, may_fail=True)]


async def concurrent(
    context: Context, params: JsonObject, timeout: float | None, where: Location
) -> list[Reply]:
    """The same call twice at once, in one session."""
    both = (context.request("tools/call", params, timeout=timeout) for _ in range(2))
    await context.session()  # so that both find it open
    return [checked(reply, where, may_fail=True) for reply in await asyncio.gather(*both)]


async def cancel(
    context: Context, params: JsonObject, timeout: float | None, _where: Location
) -> list[Reply]:
    """A call and its cancellation; its response may come or not."""
    session = await context.session()
    pending = _begin(session, params, timeout)
    try:
        await asyncio.sleep(0)
        await session.notify("notifications/cancelled", {"requestId": _ID})
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(pending), _SETTLE)
    finally:
        pending.cancel()
        await asyncio.wait([pending])
    return []


async def restart(
    context: Context, params: JsonObject, timeout: float | None, _where: Location
) -> list[Reply]:
    """A call in the middle of which the process or session ends; the next call opens another."""
    session = await context.session()
    pending = _begin(session, params, timeout)
    try:
        await asyncio.wait([pending], timeout=_REACHED)
        context.retire_session()
        await session.close()
    finally:
        pending.cancel()
        await asyncio.wait([pending])
    return []


def _begin(session: Session, params: JsonObject, timeout: float | None) -> asyncio.Future[Reply]:
    message: JsonObject = {"jsonrpc": "2.0", "id": _ID, "method": "tools/call", "params": params}
    return asyncio.ensure_future(session.exchange(message, id=_ID, timeout=timeout))


FAULTS: Final[Mapping[str, Fault]] = {
    "lost_reply": lost_reply,
    "cancel": cancel,
    "concurrent": concurrent,
    "restart": restart,
}
UNANSWERED: Final = frozenset({"cancel", "restart"})  # nobody waits for their responses
