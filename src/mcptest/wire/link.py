"""One open connection that carries messages both ways and knows nothing about handshakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, Protocol, TypeAlias, cast

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.reply import Ending, Reply
from mcptest.wire.target import Target
from mcptest.wire.transcript import Transcript
from mcptest.wire.transport import Transport

RequestId: TypeAlias = str | int


@record(frozen=False)
class Outgoing:
    """One thing to say: ``raw`` goes out as it stands, the rest says what it is.

    ``id`` None means that nothing is waited for. ``headers`` change the standard ones of HTTP
    (None drops one). ``schema`` is the input schema of the called tool where it is known: HTTP
    makes ``Mcp-Param-*`` of it in the stateless era.
    """

    raw: bytes
    method: str
    message: MaybeJson = MISSING
    id: RequestId | None = None
    headers: Mapping[str, str | None] = field(default_factory=dict)
    schema: MaybeJson = MISSING


@record
class Closing:
    """How a connection ended: by itself, at end of input, or by which signal."""

    how: Literal["eof", "term", "kill", "closed"]
    ending: Ending | None = None
    leaked: int = 0  # processes that the server left behind, and that were ended
    disturbed: bool = False  # it was busy with a call, or we were in a hurry, so ``how`` is ours

    @property
    def ignored_eof(self) -> bool:
        """Whether the server itself chose to run on after the end of its input."""
        return self.how in {"term", "kill"} and not self.disturbed


class Link(Protocol):
    """What every transport offers to a session."""

    transport: Transport
    transcript: Transcript
    version: SpecVersion | None  # set by the session as soon as it is known; HTTP sends it

    async def exchange(self, out: Outgoing, *, timeout: float) -> Reply:
        """Say it, and wait for the answer to ``out.id`` at most that long."""

    async def close(self) -> Closing:
        """End it, also when the caller is cancelled; a second call gives the same value."""

    def alive(self) -> bool:
        """Nothing is known that would keep the next request from being answered."""


class ProcessLink(Link, Protocol):
    """What a transport offers in addition if mcptest started the process at the other end."""

    @property
    def closed(self) -> bool:
        """The process is over."""

    def running(self) -> bool:
        """The operating system has the process, whatever was heard of it."""

    def adopt(self, client: ClientSide) -> None:
        """Answer the server as this client from now on."""

    def allow(self, grace: float, *, judged: bool = True) -> None:
        """Give the process this many seconds to end when it is closed.

        One that works on its end gets more, unless nobody judges how it ends.
        """


def process_link(link: Link) -> ProcessLink | None:
    """The link to a process that mcptest started; None if there is none."""
    return cast("ProcessLink", link) if link.transport.process else None


class Connect(Protocol):
    """How a link is opened: launch, connect, or hand out one that was launched before."""

    async def __call__(self, target: Target, *, limits: Limits, client: ClientSide) -> Link:
        """Raises: TargetStartError, TargetConnectError."""


async def open_link(target: Target, *, limits: Limits, client: ClientSide) -> Link:
    """Launch or connect.

    Raises: TargetStartError, TargetConnectError.
    """
    return await target.open(limits=limits, client=client)
