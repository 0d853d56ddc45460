"""Ask a session once more whether its server is there, before it is given up or closed."""

from __future__ import annotations

from typing import Final

from mcptest.model.spec_version import Era
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session

_STILL_THERE: Final = 2.0  # seconds
_FAREWELL: Final = 0.5  # seconds


async def still_answers(session: Session) -> bool:
    """Whether anything comes back: one slow tool does not make a server unusable."""
    return session.alive() and (await _asked(session, _STILL_THERE)).kind is ReplyKind.ANSWERED


async def see_off(session: Session) -> None:
    """Put on record that the server ended after its last answer: a race with our closing it."""
    reply = await _asked(session, _FAREWELL)
    if reply.kind is ReplyKind.CLOSED and reply.ending is not None:
        ending = reply.ending
        session.transcript.ended(f"the server {ending} while no request was pending", ending.stderr)


async def _asked(session: Session, longest: float) -> Reply:
    method = "server/discover" if session.era is Era.STATELESS else "ping"
    return await session.request(method, timeout=min(longest, session.limits.timeout))
