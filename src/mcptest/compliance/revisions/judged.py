"""Which revisions of a server to judge, or why no session could be opened."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from mcptest.compliance.revisions.newest import newest_spoken, open_newest
from mcptest.engine.server import Server, open_server, wait_for_server
from mcptest.engine.single_instance import open_pinned
from mcptest.errors import OUT_OF_REACH, TargetError, TargetHandshakeError
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion
from mcptest.wire.detect import Detection, detect

OLDER = "older revisions"
GRADE_STARTS = 2  # beside the shared session and the one for bad messages


@record
class JudgedRevisions:
    """Oldest first; with a ``refusal`` the one revision that was asked for, and not spoken.

    ``notes`` say what could not be asked.
    """

    versions: tuple[SpecVersion, ...]
    refusal: TargetHandshakeError | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0  # that it took to find them


async def find_revisions(
    server: Server, *, pin: SpecVersion | None = None, every: bool = False
) -> JudgedRevisions:
    """The newest revision that the server speaks, the pinned one, or every one.

    Raises: TargetStartError, TargetConnectError, TargetDeniedError.
    """
    begun = monotonic()
    found = await _found(server, pin=pin, every=every)
    return replace(found, seconds=monotonic() - begun)


async def _found(server: Server, *, pin: SpecVersion | None, every: bool) -> JudgedRevisions:
    notes: list[str] = []
    try:
        await wait_for_server(server)
        if every:
            return await _every(server, pin, notes)
        if pin is not None:
            await _open_at(server, pin)
            return JudgedRevisions((pin,))
        newest = await _newest(server, notes)
    except OUT_OF_REACH:
        raise
    except TargetHandshakeError as refusal:
        return JudgedRevisions((pin or NEWEST_HANDSHAKE,), refusal)
    return JudgedRevisions((newest,), notes=tuple(notes))


async def _newest(server: Server, notes: list[str]) -> SpecVersion:
    """The session that shows it is kept for the run, where it is a process that we launched."""
    if server.pool is None or not server.target.launched:
        return await newest_spoken(
            server.target, limits=server.limits, client=server.client(), note=notes.append
        )
    pool = server.pool
    pool.opened = await open_newest(server, pool, more=GRADE_STARTS, note=notes.append)
    return pool.opened.version


async def _open_at(server: Server, pin: SpecVersion) -> None:
    """The session is kept for the run, where it is a process that we launched."""
    if server.pool is None or not server.target.launched:
        await require_pin(server, pin)
        return
    try:
        session = await open_pinned(server, server.pool, pin, more=GRADE_STARTS)
    except OUT_OF_REACH:
        raise
    except TargetHandshakeError as refusal:
        raise await _explained(server, pin, refusal) from None
    server.pool.opened = session


async def _every(server: Server, pin: SpecVersion | None, notes: list[str]) -> JudgedRevisions:
    found = await _detected(server, notes)
    if pin is not None and pin.wire not in {version.wire for version in found.speaks}:
        raise unmet(pin, found.speaks)
    return JudgedRevisions(found.speaks, notes=(*notes, *found.notes))


async def _detected(server: Server, notes: list[str]) -> Detection:
    if server.pool is None or not server.target.launched:
        return await detect(server.target, limits=server.limits, client=server.client())
    await _newest(server, notes)
    return await detect(
        server.target,
        limits=server.limits,
        client=server.client(),
        at_once=1 if server.pool.alone else 2,
        connect=server.pool.connecting(OLDER),
        newest=server.pool.opened,
    )


async def require_pin(server: Server, pin: SpecVersion) -> None:
    """Open a session at that revision, and close it.

    Raises: TargetError; where the server opens a session at another revision, it says at which.
    """
    try:
        session = await open_server(replace(server, version=pin))
    except OUT_OF_REACH:
        raise
    except TargetHandshakeError as refusal:
        raise await _explained(server, pin, refusal) from None
    await session.close()


async def _explained(
    server: Server, pin: SpecVersion, refusal: TargetHandshakeError
) -> TargetHandshakeError:
    if refusal.code in {"handshake-crashed", "handshake-timeout"}:
        return refusal
    try:
        session = await open_server(replace(server, version=None))
    except TargetError:
        return refusal
    await session.close()
    return unmet(pin, (session.version,), reply=refusal.reply)


def unmet(
    pin: SpecVersion, speaks: tuple[SpecVersion, ...], *, reply: object = None
) -> TargetHandshakeError:
    """The error for a pin that the server does not speak."""
    spoken = ", ".join(version.wire for version in speaks)
    return TargetHandshakeError(
        "handshake-version",
        f"requested revision {pin.wire}, but the server supports {spoken}",
        hint=f"Omit --spec-version, or use --spec-version {speaks[-1].plain}.",
        reply=reply,
    )
