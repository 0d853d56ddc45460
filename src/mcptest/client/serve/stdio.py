"""The other end of the relay: one conversation per stdio server that the client starts."""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from mcptest.client.conversation import ClientConversation
from mcptest.client.serve import relay
from mcptest.client.stage import ScenarioStage
from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.serve import LOOPBACK
from mcptest.model.json import Json
from mcptest.wire.codec import encode

MOST_LINE: Final = 16 * 1024 * 1024
LAST_WORDS: Final = 1.0  # seconds for what a server passes on after its client has ended


class StdioDesk:
    """Waits for relays of one stage."""

    def __init__(self, stage: ScenarioStage) -> None:
        self.stage = stage
        self._token = secrets.token_urlsafe(16)
        self._server: asyncio.Server | None = None
        self._port = 0
        self._lines: set[asyncio.Task[None]] = set()
        self._open: list[StdioLine] = []
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def command(self) -> tuple[str, ...]:
        """What the client has to start."""
        script = str(Path(relay.__file__))
        return (sys.executable, "-I", "-S", script, f"{LOOPBACK}:{self._port}", self._token)

    async def open(self) -> None:
        """Raises: OSError."""
        self._server = await asyncio.start_server(self._accept, LOOPBACK, 0)
        self._port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Let every server end that is still there; what it says last is still read."""
        if self._server is not None:
            self._server.close()
            await asyncio.sleep(0.01)  # a connection that is being accepted right now
        for seconds in (LAST_WORDS, 0.1):
            if self._lines:
                await asyncio.wait(set(self._lines), timeout=seconds)
            for line in self._open:
                await line.write(relay.EXIT, b"\0")
        for task in tuple(self._lines):
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        for writer in self._writers:
            writer.close()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._lines.add(task)
        self._writers.append(writer)
        task.add_done_callback(self._lines.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            kind, token = await read_frame(reader)
            if kind == relay.DATA and token.rstrip(b"\n") == self._token.encode():
                self._open.append(StdioLine(self.stage, reader, writer))
                await self._open[-1].run()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def read_frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Raises: IncompleteReadError at the end."""
    kind, size = relay.HEAD.unpack(await reader.readexactly(relay.HEAD.size))
    return kind, await reader.readexactly(size)


class StdioLine:
    """One stdio server; the channel of every request on it."""

    def __init__(
        self, stage: ScenarioStage, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.is_gone = asyncio.Event()
        self._stage = stage
        self._reader = reader
        self._writer = writer
        self._conversation = stage.converse()
        self._rest = b""

    async def run(self) -> None:
        """Until the relay is gone."""
        log, number = self._stage.log, self._conversation.number
        log.happened("started", conversation=number)
        try:
            while True:
                kind, payload = await read_frame(self._reader)
                if kind == relay.DATA:
                    self._feed(payload)
                elif kind == relay.SIGNAL:
                    name = payload.decode("latin-1")
                    log.happened("signal", name=name, conversation=number)
                elif kind == relay.END:
                    log.happened("stdin-closed", conversation=number)
                    self._stage.start(asyncio.ensure_future(self._end()))
        except (asyncio.IncompleteReadError, ConnectionError):
            log.happened("gone", conversation=number)
        finally:
            self.is_gone.set()

    async def send(self, message: Json) -> None:
        await self.write(relay.STDOUT, encode(message) + b"\n")

    async def write(self, kind: bytes, payload: bytes) -> None:
        with suppress(ConnectionError):
            self._writer.write(relay.HEAD.pack(kind, len(payload)) + payload)
            await self._writer.drain()

    async def _end(self) -> None:
        """A server exits when stdin is closed; one that lingers waits for the signal."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.is_gone.wait(), self._stage.scenario.ending)
        await self.write(relay.EXIT, b"\0")

    def _feed(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.strip():
                self._take(line)
            elif line != b"":
                self._stage.log.garbled(line, "a blank line", None)
        if len(self._rest) > MOST_LINE:
            self._stage.log.garbled(self._rest, "a line that is too long", None)
            self._rest = b""

    def _take(self, line: bytes) -> None:
        conversation = self._conversation
        messages = self._stage.read(line, conversation)
        for one in messages:
            self._stage.notice(one, conversation)
        requests = [one for one in messages if one.kind is MessageKind.REQUEST]
        if requests:
            batched = line.lstrip().startswith(b"[")
            work = self._respond(requests, conversation, batched=batched)
            self._stage.start(asyncio.ensure_future(work))

    async def _respond(
        self, requests: list[IncomingMessage], conversation: ClientConversation, *, batched: bool
    ) -> None:
        replies = [await self._stage.respond(one, conversation, self) for one in requests]
        said: list[Json] = [reply for reply in replies if reply is not None]
        if said:
            await self.send(said if batched else said[0])
