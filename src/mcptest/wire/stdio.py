"""A server as a child process: one message per line on stdin and stdout."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import FrameError, decode, decode_joined, encode
from mcptest.wire.inbox import Inbox
from mcptest.wire.limits import Limits
from mcptest.wire.lines import ENDLESS, Lines, Overlong
from mcptest.wire.link import Closing, Outgoing
from mcptest.wire.process import tree
from mcptest.wire.process.pipes import ServerProcess
from mcptest.wire.process.shutdown import Shutdown
from mcptest.wire.process.start import start_process
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.target import StdioTarget
from mcptest.wire.transcript import Transcript
from mcptest.wire.transport import STDIO
from mcptest.wire.waiting import Waiting

_BOM = b"\xef\xbb\xbf"
_STREAM = "stdout"
_SETTLE = 0.5  # how long the end of a server may take to be known, once there is a sign of it
_MOST_UNREAD = 1024 * 1024  # bytes of our answers that a server may leave lying in its input


async def open_stdio(target: StdioTarget, *, limits: Limits, client: ClientSide) -> StdioLink:
    """Launch the command.

    Raises: TargetStartError.
    """
    return StdioLink(await start_process(target, limits), limits=limits, client=client)


class StdioLink:
    """Reads every line that comes, whether somebody waits for it or not."""

    transport = STDIO

    def __init__(self, process: ServerProcess, *, limits: Limits, client: ClientSide) -> None:
        self.transcript = Transcript(limits.transcript)
        self.process = process
        self._limits = limits
        self._lines = Lines(limits.message)
        self._inbox = Inbox(
            transcript=self.transcript,
            limits=limits,
            client=client,
            respond=self._respond,
            stderr=process.stderr,
        )
        self._over: str | None = None  # why no answer can come any more
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._told = False  # some reply said that the server is gone
        self._shutdown = Shutdown(process, limits)
        self._closing: asyncio.Task[Closing] | None = None
        process.attach(
            on_stdout=self._read,
            on_stderr=self._read_stderr,
            on_deaf=self._inbox.shorten_waits,
            on_end=self._end,
        )

    @property
    def version(self) -> SpecVersion | None:
        return self._inbox.version

    @version.setter
    def version(self, version: SpecVersion | None) -> None:
        self._inbox.version = version

    @property
    def closed(self) -> bool:
        return self._closing is not None and self._closing.done()

    def running(self) -> bool:
        """The operating system has the process, whatever was heard of it."""
        return tree.is_running(self.process.pid)

    def adopt(self, client: ClientSide) -> None:
        """Answer the server as this client from now on."""
        self._inbox.client = client

    def allow(self, grace: float, *, judged: bool = True) -> None:
        """Give the process this many seconds to end when it is closed."""
        self._shutdown.allow(grace, judged=judged)

    def alive(self) -> bool:
        usable = self.process.listens and not self._lines.skipping
        return usable and self._over is None and self._closing is None

    async def exchange(self, out: Outgoing, *, timeout: float) -> Reply:
        waiting = self._inbox.expect(out)
        if not self.alive():
            return self._refuse(waiting)
        self._send(out.raw)
        if out.id is None:
            return await self._delivered(waiting, timeout)
        reply = await self._inbox.outcome(waiting, timeout)
        if reply.kind is ReplyKind.MALFORMED and self._lines.skipping:
            return replace(reply, problem=f"{reply.problem}; {ENDLESS}")
        if reply.kind is ReplyKind.TIMED_OUT:
            self._shutdown.is_busy()
            return self._explain(reply)
        return reply

    async def close(self) -> Closing:
        """End the process, also while we are being cancelled: then without the graces."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        cancelled: asyncio.CancelledError | None = None
        while not self._closing.done():
            try:
                await asyncio.shield(self._closing)
            except asyncio.CancelledError as error:
                cancelled = error
                self._shutdown.hurry()
        self._over = self._over or "the connection is closed"
        self._inbox.close()
        if cancelled is not None:
            raise cancelled
        return self._closing.result()

    async def _close(self) -> Closing:
        """Put on record what it did by itself, then end it."""
        gone = self.process.exited.done() or not self.process.listens or self._ended.done()
        if gone and not self._told and not self._inbox.busy:
            await self._shutdown.settled(self._ended, _SETTLE)
            problem = self._over or "the server closed stdin"
            last_words = self.process.ending().stderr
            self.transcript.ended(f"{problem} while no request was pending", last_words)
        return await self._shutdown.run()

    def _send(self, raw: bytes) -> None:
        self.transcript.sent(raw, "stdin")
        self.process.write(raw)

    def _respond(self, raw: bytes) -> None:
        """Answer a request of the server, unless it asks without ever reading answers."""
        if self.process.unread > _MOST_UNREAD:
            self.transcript.note("too many concurrent requests from the server", "answer-dropped")
        else:
            self._send(raw)

    async def _delivered(self, waiting: Waiting, timeout: float) -> Reply:
        """Nothing is waited for but that a full pipe takes it."""
        writable = self.process.writable
        if not writable.is_set():
            try:
                await asyncio.wait_for(writable.wait(), timeout)
            except TimeoutError:
                return self._explain(waiting.reply(ReplyKind.TIMED_OUT, problem="not delivered"))
        return waiting.reply(ReplyKind.ACCEPTED)

    def _refuse(self, waiting: Waiting) -> Reply:
        self._inbox.forget(waiting)
        self._told = True
        ending = self.process.ending()
        problem = self._over or "the connection is closing"
        if self._over is None and not self.process.listens:
            problem = "the server closed stdin"
        elif self._lines.skipping:
            problem = f"the server is writing a line of more than {self._limits.message} bytes"
        return waiting.reply(ReplyKind.CLOSED, problem=problem, ending=ending)

    def _explain(self, reply: Reply) -> Reply:
        """Add to a time-out what the pipes know about it."""
        partial = self._lines.partial()
        if not self.process.listens:
            problem = f"{reply.problem}; the server closed stdin"
        elif not self.process.writable.is_set():
            problem = f"{reply.problem}; the server does not read stdin"
        elif partial:
            problem = f"{reply.problem}; a line was started but not finished"
        else:
            return reply
        return replace(reply, problem=problem, raw=reply.raw or partial)

    def _read(self, data: bytes) -> None:
        if self._closing is not None:
            self._shutdown.talks()
        lines = self._lines.feed(data)
        for line in lines:
            if isinstance(line, Overlong):
                problem = f"a line of more than {self._limits.message} bytes"
                self._inbox.unreadable(line.head, FrameError("limit-size", problem), stream=_STREAM)
            elif line.startswith(b"{"):
                self._take(line)
            elif line.strip():
                self._take(self._without_prefix(line))
        if len(lines) > 1:
            self.process.cork()

    def _without_prefix(self, line: bytes) -> bytes:
        """Read on after a byte order mark or NUL bytes, and record that they were there."""
        rest = line.removeprefix(_BOM).lstrip(b"\0")
        if rest != line:
            bom = line.startswith(_BOM)
            code, what = ("frame-bom", "a byte order mark") if bom else ("frame-nul", "a NUL byte")
            self.transcript.flagged(line, code, f"{what} before a message", _STREAM)
        return rest

    def _take(self, line: bytes) -> None:
        try:
            message = decode(line, self._limits)
        except FrameError as error:
            if line and not self._take_joined(line, error):
                self._inbox.unreadable(line, error, stream=_STREAM)
            return
        self._inbox.accept(message, line, stream=_STREAM)

    def _take_joined(self, line: bytes, error: FrameError) -> bool:
        """Several messages on one line are each read."""
        if error.code != "frame-json" or not line.startswith(b"{"):
            return False
        try:
            messages = decode_joined(line, self._limits)
        except FrameError:
            return False
        problem = f"{len(messages)} messages on one line"
        self.transcript.flagged(line, "frame-joined", problem, _STREAM)
        for message in messages:
            self._inbox.accept(message, encode(message), stream=_STREAM)
        return True

    def _take_unterminated(self, line: bytes) -> None:
        problem = "the output ended in the middle of a line"
        self.transcript.flagged(line, "frame-unterminated", problem, _STREAM)
        with suppress(FrameError):
            self._inbox.accept(decode(line, self._limits), line, stream=_STREAM)

    def _read_stderr(self, data: bytes) -> None:
        room = self._limits.stderr_head - (self.process.stderr.total - len(data))
        if self.transcript.follows_stderr:
            self.transcript.stderr(data)
        elif room > 0:
            self.transcript.stderr(data[:room])

    def _end(self) -> None:
        """The process is gone, or nothing it says can reach us: nobody waits any longer."""
        last = self._lines.finish()
        if last.strip():
            self._take_unterminated(last)
        ending = self.process.ending()
        gone = ending.status is not None or ending.signal is not None
        self._over = f"the server {ending}" if gone else "the server closed stdout"
        self._told = self._told or self._inbox.busy
        if not self._ended.done():
            self._ended.set_result(None)
        self._inbox.fail_all(self._over, ending)
