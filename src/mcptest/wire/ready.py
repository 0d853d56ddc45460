"""Open a server that may need time to become ready."""

from __future__ import annotations

import asyncio

from mcptest.errors import TargetConnectError, TargetHandshakeError
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Connect
from mcptest.wire.session import Session, open_session
from mcptest.wire.target import HttpTarget, StdioTarget, Target

POLL = 0.25
_ASK_WITHIN = 5.0


@record
class CommandCheck:
    """A program that succeeds once the server is ready; ``within`` is the timeout of requests."""

    target: StdioTarget
    within: float | None = None


@record
class Readiness:
    """How long to wait for the server, or which address or program says that it is ready."""

    within: float = 0.0
    url: str | None = None
    command: CommandCheck | None = None


AT_ONCE = Readiness()


async def open_when_ready(
    target: Target,
    *,
    ready: Readiness = AT_ONCE,
    version: SpecVersion | None = None,
    limits: Limits,
    client: ClientSide,
    connect: Connect | None = None,
) -> Session:
    """Open a session; where nobody listens yet, try again as long as that is allowed.

    Raises: TargetStartError, TargetConnectError, TargetHandshakeError.
    """
    await _checked(ready, limits)
    deadline = asyncio.get_running_loop().time() + ready.within
    while True:
        try:
            return await open_session(
                target, version=version, limits=limits, client=client, connect=connect
            )
        except TargetConnectError:
            if asyncio.get_running_loop().time() >= deadline:
                raise
            await asyncio.sleep(POLL)


async def until_ready(
    target: Target, *, ready: Readiness, limits: Limits, client: ClientSide
) -> None:
    """Wait for a server that was given time to come up, for who opens it in ways of their own.

    Raises: TargetStartError, TargetConnectError.
    """
    await _checked(ready, limits)
    if ready.within <= 0 or not target.hosted:
        return  # a process that was launched is there
    waiting = Readiness(within=ready.within)
    try:
        session = await open_when_ready(target, ready=waiting, limits=limits, client=client)
    except TargetHandshakeError:
        return  # it is there; what it says is for the caller to find out
    await session.close()


async def _checked(ready: Readiness, limits: Limits) -> None:
    if ready.url is not None:
        await wait_for_health(ready.url, within=limits.timeout)
    if ready.command is not None:
        within = ready.command.within or limits.timeout
        await wait_for_command(ready.command.target, within=within)


async def wait_for_command(target: StdioTarget, *, within: float) -> None:
    """Run a program until it succeeds.

    Raises: TargetConnectError, TargetStartError.
    """
    from mcptest.wire.process.command import run_command

    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        done = await run_command(target, timeout=max(POLL, deadline - loop.time()))
        if done.exit_code == 0:
            return
        if loop.time() + POLL >= deadline:
            said = (done.stderr or done.stdout).strip()
            last = f": {said.splitlines()[-1][:300]}" if said else ""
            raise TargetConnectError(
                "not-ready",
                f"`{' '.join(target.command)[:200]}` did not succeed within {within:g} s{last}",
                hint="Check the command in wait_for_ready, or give it a longer timeout.",
            )
        await asyncio.sleep(POLL)


async def wait_for_health(url: str, *, within: float) -> None:
    """Ask an address until it answers with success.

    Raises: TargetConnectError.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while (trouble := await _ask(url, min(_ASK_WITHIN, within))) is not None:
        if loop.time() + POLL >= deadline:
            from mcptest.wire.http.address import mask_userinfo

            raise TargetConnectError(
                "not-ready",
                f"{mask_userinfo(url)} was not well within {within:g} s: {trouble}",
                hint="Check the URL in wait_for_ready, or give the server a longer timeout.",
            )
        await asyncio.sleep(POLL)


async def _ask(url: str, timeout: float) -> str | None:
    """What is wrong, or None when the address answers with a success."""
    from mcptest.wire.http.open import open_http
    from mcptest.wire.http.probe import probe
    from mcptest.wire.reply import ReplyKind

    limits = Limits(timeout=timeout)
    try:
        link = await open_http(HttpTarget(url), limits=limits, client=ClientSide())
    except TargetConnectError as error:
        if error.code == "http-url":
            raise
        return error.message
    try:
        reply = await probe(
            link, "GET", body=b"", headers={}, timeout=timeout, path=None, watch=0.0
        )
    finally:
        await link.close()
    return None if reply.kind is ReplyKind.ACCEPTED else reply.problem or reply.kind.value
