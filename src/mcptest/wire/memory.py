"""A server in this process; messages are still serialized to bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.inbox import Inbox
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing, Outgoing
from mcptest.wire.reply import Ending, Reply, ReplyKind
from mcptest.wire.target import MemoryTarget
from mcptest.wire.transcript import Transcript
from mcptest.wire.transport import MEMORY


async def open_memory(target: MemoryTarget, *, limits: Limits, client: ClientSide) -> MemoryLink:
    """Start the peer as a task of this event loop; it ends with the link."""
    return MemoryLink(target, limits=limits, client=client)


class _Pipe:
    """The peer's end."""

    def __init__(self, inbox: Inbox) -> None:
        self.to_peer: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._inbox = inbox
        self._closed = False

    async def receive(self) -> bytes | None:
        if self._closed:
            return None
        message = await self.to_peer.get()
        self._closed = message is None
        return message

    async def send(self, message: bytes) -> None:
        self._inbox.receive(message, stream="memory")
        await asyncio.sleep(0)


class MemoryLink:
    """Holds the task that serves; its end is noticed as a process's end would be."""

    transport = MEMORY

    def __init__(self, target: MemoryTarget, *, limits: Limits, client: ClientSide) -> None:
        self.transcript = Transcript(limits.transcript)
        self._limits = limits
        self._inbox = Inbox(
            transcript=self.transcript, limits=limits, client=client, respond=self._send
        )
        self._pipe = _Pipe(self._inbox)
        self._closing: Closing | None = None
        self._ending: Ending | None = None
        self._told = False  # some reply said that the server is gone
        self._peer = asyncio.ensure_future(_serve(target.serve(self._pipe)))
        self._peer.add_done_callback(self._ended)

    @property
    def version(self) -> SpecVersion | None:
        return self._inbox.version

    @version.setter
    def version(self, version: SpecVersion | None) -> None:
        self._inbox.version = version

    def alive(self) -> bool:
        return self._ending is None and self._closing is None

    async def exchange(self, out: Outgoing, *, timeout: float) -> Reply:
        waiting = self._inbox.expect(out)
        if not self.alive():
            self._inbox.forget(waiting)
            self._told = True
            ending = self._ending or Ending()
            return waiting.reply(ReplyKind.CLOSED, problem=f"the server {ending}", ending=ending)
        self._send(out.raw)
        if out.id is None:
            await asyncio.sleep(0)
            return waiting.reply(ReplyKind.ACCEPTED)
        return await self._inbox.outcome(waiting, timeout)

    async def close(self) -> Closing:
        if self._closing is None:
            if self._ending is not None and not self._told:
                problem = f"the server {self._ending} while no request was pending"
                self.transcript.ended(problem, self._ending.stderr)
            self._closing = Closing("closed", self._ending)
            self._closing = await self._end()
            self._inbox.close()
        return self._closing

    async def _end(self) -> Closing:
        """End of input first, then cancellation, both within the grace."""
        self._pipe.to_peer.put_nowait(None)
        how = "eof"
        try:
            await asyncio.wait([self._peer], timeout=self._limits.grace)
        finally:
            if not self._peer.done():
                how = "kill"
                self._peer.cancel()
        await asyncio.wait([self._peer], timeout=self._limits.grace)
        return Closing("kill" if how == "kill" else "eof", self._ending)

    def _send(self, raw: bytes) -> None:
        self.transcript.sent(raw, "memory")
        self._pipe.to_peer.put_nowait(raw)

    def _ended(self, peer: asyncio.Future[str]) -> None:
        self._ending = Ending(stderr="" if peer.cancelled() else peer.result())
        self._told = self._told or self._inbox.busy
        self._inbox.fail_all(f"the server {self._ending}", self._ending)


async def _serve(serving: Awaitable[None]) -> str:
    """Run the peer; what it raises becomes its last words."""
    try:
        await serving
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the peer's
        return f"{type(error).__name__}: {error}"
    return ""
