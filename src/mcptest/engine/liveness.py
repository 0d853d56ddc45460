"""Check whether a session's server still responds, before it is given up or closed."""

from __future__ import annotations

from typing import Final

from mcptest.model.spec_version import Era
from mcptest.wire.link import process_link
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session

_STILL_THERE: Final = 2.0  # seconds
_FAREWELL: Final = 0.5  # seconds
_PARTING: Final = 0.5  # seconds for a process that nobody judges by how it ends


def be_brief(session: Session) -> None:
    """Give its process little time to end when it is closed."""
    link = process_link(session.link)
    if link is not None:
        link.allow(min(_PARTING, session.limits.grace), judged=False)


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


class Connection:
    """A session and how many cases are using it."""

    def __init__(self, server: str, session: Session) -> None:
        self.server = server
        self.session = session
        self.users = 0
        self.retired = False
        self.closed = False
        self.well = False  # it was given up, and still answered when it was

    async def look(self) -> None:
        """Ask once more: one slow tool does not make a server unusable."""
        if self.retired and not self.closed and not self.well:
            self.well = await still_answers(self.session)

    @property
    def usable(self) -> bool:
        return not self.retired and self.session.link.alive()
