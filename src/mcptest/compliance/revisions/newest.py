"""The newest revision that a server supports, to judge it at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from mcptest.engine.connect import SHARED
from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.engine.single_instance import CRASHED, TIMED_OUT, open_single_instance
from mcptest.errors import TargetHandshakeError
from mcptest.model.json import MISSING
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_STATELESS, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.detect import ERA_TIMEOUT, shows_its_era, timeout_for, unasked
from mcptest.wire.limits import Limits
from mcptest.wire.link import Link
from mcptest.wire.opening import discover
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import Target

REVISION = "newest revision"
_SHOWS_WITHIN = 4.0  # seconds, before the other era is asked as well
_BEHIND = 1.0  # seconds that one of two processes started together may be slower
_EMPTY = TargetHandshakeError("handshake-malformed", "server/discover got an empty result")


@record
class _Refused:
    """Why a process is not stateless; ``link`` is the process where it answered with an error."""

    link: Link | None
    error: TargetHandshakeError


_Asked: TypeAlias = "asyncio.Future[Session | _Refused]"


def _ignore(_note: str) -> None:
    """For who asks for the revision alone."""


async def newest_spoken(
    target: Target,
    *,
    limits: Limits,
    client: ClientSide,
    note: Callable[[str], None] = _ignore,
) -> SpecVersion:
    """Ask for both eras, each on a connection of its own; the stateless one counts where shown.

    ``note`` is told that the stateless era got no answer, since the server may speak it all the
    same.

    Raises: TargetError.
    """
    if target.launched:
        server = Server("", target, limits=limits, client=lambda: client)
        async with Pool(target, limits) as pool:
            return (await open_newest(server, pool, note=note)).version
    handshake = asyncio.ensure_future(_opened(target, limits, client))
    stateless = asyncio.ensure_future(_why_not_stateless(target, limits, client))
    try:
        waited = await _wait_for_era(stateless, handshake, limits.timeout)
        if not stateless.done():
            note(_no_answer(waited))
            return await handshake
        why_not = stateless.result()
        if why_not is None:
            return NEWEST_STATELESS
        _note_silence(why_not, note)
        return await handshake
    finally:
        await _give_up(handshake, stateless)


async def open_newest(
    server: Server, pool: Pool, *, more: int = 0, note: Callable[[str], None] = _ignore
) -> Session:
    """A session at the newest revision, on a process that is launched.

    The other era is asked first, since a process that is not spoken to loses nothing by waiting.
    ``more`` processes are needed later: they start while the first ones answer. Where the server
    turns out not to run twice at a time, all is done again with one process after the other.

    Raises: TargetError.
    """
    notes: list[str] = []

    pool.prestart(2)

    async def opened() -> Session:
        notes.clear()
        return await _first_session(server, pool, 0 if pool.alone else more, notes.append)

    session = await open_single_instance(server, pool, opened, more)
    for text in notes:
        note(text)
    return session


async def _first_session(
    server: Server, pool: Pool, more: int, note: Callable[[str], None]
) -> Session:
    stateless = asyncio.ensure_future(_discover(server, pool))
    early = ERA_TIMEOUT if pool.alone else _SHOWS_WITHIN
    await asyncio.wait({stateless}, timeout=min(early, server.limits.timeout))
    muted = not stateless.done()
    ended = not muted and _crashed(stateless.result())
    pool.prestart(0 if ended else more)
    if not muted and isinstance(shown := stateless.result(), Session):
        return shown
    handshake = asyncio.ensure_future(_shake_hands(server, pool))
    asked = [stateless]
    try:
        if muted and await _works(handshake, stateless) and not pool.alone:
            asked.append(asyncio.ensure_future(_discover(server, pool)))
        found = await _first_answer(asked, handshake)
        if isinstance(found, Session):
            return found
        if found is None or (muted and pool.alone):
            note(_no_answer(ERA_TIMEOUT))
        else:
            _note_silence(found.error, note)
            pool.refused = found.link
        session = await handshake
        pool.prestart(more if ended else 0)  # not before it is known that the server runs at all
        return session
    finally:
        await _give_up(handshake, *asked)


async def _works(handshake: asyncio.Future[Session], stateless: _Asked) -> bool:
    """Whether another process opened a session before this one said anything.

    One that hangs while another one works shows nothing, so a second one has to be asked.
    """
    both: list[asyncio.Future[Any]] = [handshake, stateless]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if handshake.done() and handshake.exception() is None:
        await asyncio.wait({stateless}, timeout=_BEHIND)
    silent = not stateless.done() or _timed_out(stateless.result())
    return silent and handshake.done() and handshake.exception() is None


async def _first_answer(
    asked: Sequence[_Asked], handshake: asyncio.Future[Session]
) -> Session | _Refused | None:
    """What came of the stateless era; None where a server that works says nothing to it.

    A process that ran out of time does not speak for the one that was asked after it.
    """
    loop = asyncio.get_running_loop()
    works = handshake.done() and handshake.exception() is None
    deadline = loop.time() + ERA_TIMEOUT if works else None
    found: Session | _Refused | None = None
    pending = set(asked)
    while pending and (found is None or _timed_out(found)):
        within = None if deadline is None else max(0.0, deadline - loop.time())
        done, pending = await asyncio.wait(
            pending, timeout=within, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            return found
        found = next((one.result() for one in done if not _timed_out(one.result())), None) or found
        found = found or next(iter(done)).result()
    return found


async def _discover(server: Server, pool: Pool) -> Session | _Refused:
    link = await pool.link(REVISION, limits=server.limits)
    client = server.client()
    limit = server.limits.timeout
    try:
        opened = await discover(link, NEWEST_STATELESS, client=client, timeout=limit)
    except TargetHandshakeError as error:
        return _Refused(link if _is_refusal(error) else None, error)
    session = Session(link, opened, limits=server.limits, client=client)
    return session if shows_its_era(session) else _Refused(None, _EMPTY)


async def _shake_hands(server: Server, pool: Pool) -> Session:
    return await open_session(
        server.target,
        limits=server.limits,
        client=server.client(),
        connect=pool.connecting(SHARED),
    )


def _is_refusal(error: TargetHandshakeError) -> bool:
    return isinstance(error.reply, Reply) and error.reply.error is not MISSING


def _no_answer(waited: float) -> str:
    return unasked(NEWEST_STATELESS, f"server/discover got no answer within {waited:.0f} s")


def _crashed(found: Session | _Refused) -> bool:
    return isinstance(found, _Refused) and found.error.code == CRASHED


def _timed_out(found: Session | _Refused) -> bool:
    return isinstance(found, _Refused) and found.error.code == TIMED_OUT


def _note_silence(error: TargetHandshakeError, note: Callable[[str], None]) -> None:
    if error.code == TIMED_OUT:
        note(unasked(NEWEST_STATELESS, error.message.splitlines()[0]))


async def _wait_for_era(
    stateless: asyncio.Future[Any], handshake: asyncio.Future[Any], limit: float
) -> float:
    """Wait for the stateless era: how long the handshake took says how slow the server starts."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    both = (stateless, handshake)
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if not stateless.done() and handshake.exception() is None:
        taken = loop.time() - begun
        timeout = timeout_for(taken, limit)
        await asyncio.wait({stateless}, timeout=timeout - taken)
        return timeout
    await asyncio.wait({stateless})
    return loop.time() - begun


async def _give_up(*asked: asyncio.Future[Any]) -> None:
    for one in asked:
        one.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


async def _why_not_stateless(
    target: Target, limits: Limits, client: ClientSide
) -> TargetHandshakeError | None:
    try:
        session = await open_session(target, version=NEWEST_STATELESS, limits=limits, client=client)
    except TargetHandshakeError as error:
        return error
    await session.close()
    return None if shows_its_era(session) else _EMPTY


async def _opened(target: Target, limits: Limits, client: ClientSide) -> SpecVersion:
    session = await open_session(target, limits=limits, client=client)
    await session.close()
    return session.version
