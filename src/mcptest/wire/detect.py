"""Find out which eras and revisions a server speaks, each asked on a connection of its own."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from mcptest.errors import TargetError, TargetHandshakeError
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
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import Target

_DEFAULT = Limits()
_AT_ONCE = 2
_PATIENCE = 5.0  # seconds for the other era, or so many times what the first answer took
_COSTLY = {"handshake-crashed", "handshake-timeout"}
_SIGNS = frozenset({"supportedVersions", "capabilities", "resultType"})


@record
class Detection:
    """What a server speaks, oldest first; ``notes`` say what could not be asked."""

    eras: tuple[Era, ...]
    speaks: tuple[SpecVersion, ...]
    notes: tuple[str, ...] = ()


@record
class _Answer:
    asked: SpecVersion
    speaks: tuple[SpecVersion, ...] = ()
    seconds: float = 0.0
    error: TargetError | None = None


async def detect(
    target: Target, *, limits: Limits = _DEFAULT, client: ClientSide | None = None
) -> Detection:
    """Ask for every revision.

    Raises: TargetStartError, TargetConnectError; TargetHandshakeError when it speaks none.
    """
    first = await _ask(target, NEWEST_HANDSHAKE, limits, client)
    if first.error is not None and not isinstance(first.error, TargetHandshakeError):
        raise first.error
    hopeless = first.error is not None and first.error.code in _COSTLY
    others = [] if hopeless else [v for v in HANDSHAKE_VERSIONS if v is not NEWEST_HANDSHAKE]
    if first.error is None:
        patience = min(limits.timeout, max(_PATIENCE, _PATIENCE * first.seconds))
        limits = replace(limits, timeout=patience)
    room = asyncio.Semaphore(_AT_ONCE)
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(_ask_in(room, target, version, limits, client))
            for version in (*others, NEWEST_STATELESS)
        ]
    return _conclude([first, *(task.result() for task in tasks)])


def _conclude(answers: list[_Answer]) -> Detection:
    speaks = tuple(sorted({version for answer in answers for version in answer.speaks}))
    errors = [answer.error for answer in answers if answer.error is not None]
    if not speaks:
        raise errors[0]
    notes = tuple(
        f"{answer.asked.wire}: {answer.error.message.splitlines()[0]}"
        for answer in answers
        if answer.error is not None and answer.error.code in _COSTLY
    )
    return Detection(tuple(era for era in Era if era in {v.era for v in speaks}), speaks, notes)


async def _ask_in(
    room: asyncio.Semaphore,
    target: Target,
    version: SpecVersion,
    limits: Limits,
    client: ClientSide | None,
) -> _Answer:
    async with room:
        return await _ask(target, version, limits, client)


async def _ask(
    target: Target, version: SpecVersion, limits: Limits, client: ClientSide | None
) -> _Answer:
    try:
        session = await open_session(target, version=version, limits=limits, client=client)
    except TargetError as error:
        return _Answer(version, error=error)
    await session.close()
    if not shows_its_era(session):
        problem = "server/discover was answered, and not with what it asks for"
        return _Answer(version, error=TargetHandshakeError("handshake-malformed", problem))
    same_era = tuple(each for each in session.speaks if each.era is version.era)
    seconds = session.opening.duration_ms / 1000
    return _Answer(version, same_era or (version,), seconds)


def shows_its_era(session: Session) -> bool:
    """A server that answers any method with ``{}`` has not said that it is stateless."""
    if session.era is Era.HANDSHAKE:
        return True
    found = session.opening.result
    return isinstance(found, dict) and not _SIGNS.isdisjoint(found)
