"""Detect the eras and revisions that a server supports, each era on its own connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from mcptest.errors import TargetDeniedError, TargetError, TargetHandshakeError
from mcptest.model.record import record
from mcptest.model.spec_version import (
    HANDSHAKE_VERSIONS,
    NEWEST_HANDSHAKE,
    NEWEST_STATELESS,
    Era,
    SpecVersion,
)
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Connect, Link
from mcptest.wire.opening import initialize_params
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import Target

_DEFAULT = Limits()
_OLDER = [version for version in HANDSHAKE_VERSIONS if version is not NEWEST_HANDSHAKE]
ERA_TIMEOUT = 5.0  # seconds for an era that the server may not know
_SLOWER = 5  # times what the first answer took, where that is more
_BRIEF = 1.0  # seconds for a process that has just answered
_COSTLY = {"handshake-crashed", "handshake-timeout"}
_SIGNS = frozenset({"supportedVersions", "capabilities", "resultType"})

Look: TypeAlias = Callable[[Session], Awaitable[None]]


@record
class Detection:
    """What a server speaks, oldest first; ``notes`` say what could not be asked."""

    eras: tuple[Era, ...]
    speaks: tuple[SpecVersion, ...]
    notes: tuple[str, ...] = ()
    silent: tuple[SpecVersion, ...] = ()  # the revisions that the notes are about

    def notes_above(self, version: SpecVersion) -> tuple[str, ...]:
        """What could make another revision than this one the newest."""
        return tuple(
            note for asked, note in zip(self.silent, self.notes, strict=True) if asked > version
        )


@record
class _Answer:
    asked: SpecVersion
    speaks: tuple[SpecVersion, ...] = ()
    error: TargetError | None = None


async def detect(
    target: Target,
    *,
    limits: Limits = _DEFAULT,
    client: ClientSide | None = None,
    at_once: int = 2,
    look: Look | None = None,
    connect: Connect | None = None,
    newest: Session | None = None,
    left: Callable[[Link | None], None] | None = None,
) -> Detection:
    """Ask for every revision, on at most ``at_once`` connections at a time.

    ``look`` gets the first conversation of the handshake era and that of the stateless one, in this
    order, each while nothing but its opening has been said. With the ``newest`` session that the
    server opens, the stateless era is not asked for again. ``left`` gets the process that agreed to
    one revision after the other, or None where it is closed.

    Raises: TargetStartError, TargetConnectError; TargetHandshakeError when it speaks none.
    """
    opened = partial(open_session, target, client=client, connect=connect)
    timeout = limits.timeout
    try:
        session = await opened(version=NEWEST_HANDSHAKE, exact=False, limits=limits)
    except TargetHandshakeError as error:
        first = _Answer(NEWEST_HANDSHAKE, error=error)
        rest = [] if error.code in _COSTLY or isinstance(error, TargetDeniedError) else _OLDER
    else:
        first = _Answer(NEWEST_HANDSHAKE, await _agreed(session, target, look, left))
        rest = [version for version in _OLDER if version not in first.speaks]
        taken = session.opening.duration_ms / 1000
        timeout = timeout_for(taken, limits.timeout)
    room = asyncio.Semaphore(at_once)

    async def ask(version: SpecVersion, look: Look | None = None) -> _Answer:
        async with room:
            try:
                session = await opened(version=version, limits=replace(limits, timeout=timeout))
            except TargetError as error:
                return _Answer(version, error=error)
            session.limits = limits
            return await _answered(session, look)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(version)) for version in rest]
        if newest is None:
            tasks.append(group.create_task(ask(NEWEST_STATELESS, look)))
    known = [] if newest is None else [_Answer(newest.version, _same_era(newest))]
    return _conclude([first, *(task.result() for task in tasks), *known])


async def _agreed(
    session: Session,
    target: Target,
    look: Look | None,
    left: Callable[[Link | None], None] | None,
) -> tuple[SpecVersion, ...]:
    """What it agreed to at first, and what it agrees to when it is asked again.

    A process that says yes to another ``initialize`` saves a start. Any other answer says nothing:
    many servers stick to their first one, some refuse, hang or end.
    """
    agreed = [session.version]
    try:
        if look is not None:
            await look(session)
        for version in _OLDER if target.launched else ():
            if version in agreed:
                continue
            params = initialize_params(version, session.client)
            reply = await session.request("initialize", params, timeout=_BRIEF)
            if reply.kind is not ReplyKind.ANSWERED:
                break
            result = reply.result
            if isinstance(result, dict) and result.get("protocolVersion") == version.wire:
                agreed.append(version)
    except BaseException:
        await session.close()
        raise
    keep = left is not None and len(agreed) > 1 and session.alive()
    if left is not None:
        left(session.link if keep else None)
    if not keep:
        await session.close()
    return tuple(agreed)


async def _answered(session: Session, look: Look | None) -> _Answer:
    try:
        if not shows_its_era(session):
            problem = "the response to server/discover is not a valid result"
            error = TargetHandshakeError("handshake-malformed", problem)
            return _Answer(session.version, error=error)
        if look is not None:
            await look(session)
    finally:
        await session.close()
    return _Answer(session.version, _same_era(session))


def _same_era(session: Session) -> tuple[SpecVersion, ...]:
    found = tuple(each for each in session.speaks if each.era is session.era)
    return found or (session.version,)


def _conclude(answers: list[_Answer]) -> Detection:
    speaks = tuple(sorted({version for answer in answers for version in answer.speaks}))
    errors = [answer.error for answer in answers if answer.error is not None]
    if not speaks:
        raise errors[0]
    silent = [
        (answer.asked, unasked(answer.asked, answer.error.message.splitlines()[0]))
        for answer in answers
        if answer.error is not None and answer.error.code in _COSTLY
    ]
    return Detection(
        tuple(era for era in Era if era in {v.era for v in speaks}),
        speaks,
        tuple(note for _, note in silent),
        tuple(asked for asked, _ in silent),
    )


def timeout_for(taken: float, limit: float) -> float:
    """Seconds for an era that the server may not know, by what its first answer took.

    A slow start is waited for; a server that ignores what it does not know costs little.
    """
    return min(limit, max(ERA_TIMEOUT, _SLOWER * taken))


def unasked(version: SpecVersion, why: str) -> str:
    """The note about a revision that the server may speak, and that got no answer."""
    return (
        f"could not tell whether the server supports {version.wire}: {why}; "
        f"allow more time with --timeout, or pin it with --spec-version {version.value}"
    )


def shows_its_era(session: Session) -> bool:
    """A server that answers any method with ``{}`` has not said that it is stateless."""
    if session.era is Era.HANDSHAKE:
        return True
    found = session.opening.result
    return isinstance(found, dict) and not _SIGNS.isdisjoint(found)
