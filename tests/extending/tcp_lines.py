"""A transport from outside the package: one message a line over TCP, ``tcp://HOST:PORT``.

This file and one row in ``mcptest.suite.transports.TRANSPORTS`` are all there is of it.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar
from urllib.parse import urlsplit

from mcptest.errors import TargetConnectError
from mcptest.model.record import record
from mcptest.suite.shape import Key, Text
from mcptest.suite.transports.entry import TransportEntry
from mcptest.wire.inbox import Inbox
from mcptest.wire.link import Closing
from mcptest.wire.reply import Ending, ReplyKind
from mcptest.wire.target import Target
from mcptest.wire.transcript import Transcript
from mcptest.wire.transport import Transport

LINES = Transport("tcp-lines")


@record
class TcpTarget(Target):
    presumed: ClassVar = LINES
    hosted: ClassVar = True

    address: str

    async def open(self, *, limits, client):
        parts = urlsplit(self.address)
        try:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        except OSError as error:
            problem = f"cannot connect to {self.address}: {error}"
            raise TargetConnectError("connect-refused", problem) from None
        return TcpLink(reader, writer, limits=limits, client=client)


class TcpLink:
    transport = LINES

    def __init__(self, reader, writer, *, limits, client):
        self.transcript = Transcript(limits.transcript)
        self.version = None
        self._writer = writer
        self._inbox = Inbox(
            transcript=self.transcript, limits=limits, client=client, respond=self._send
        )
        self._reading = asyncio.ensure_future(self._read(reader))

    async def exchange(self, out, *, timeout):
        waiting = self._inbox.expect(out)
        if not self.alive():
            self._inbox.forget(waiting)
            return waiting.reply(ReplyKind.CLOSED, problem="closed", ending=Ending())
        self._send(out.raw)
        if out.id is None:
            return waiting.reply(ReplyKind.ACCEPTED)
        return await self._inbox.outcome(waiting, timeout)

    async def close(self):
        self._reading.cancel()
        self._writer.close()
        self._inbox.close()
        return Closing("closed")

    def alive(self):
        return not self._reading.done()

    def _send(self, raw):
        self.transcript.sent(raw, "tcp")
        self._writer.write(raw.rstrip(b"\n") + b"\n")

    async def _read(self, reader):
        while line := await reader.readline():
            self._inbox.receive(line, stream="tcp")
        self._inbox.fail_all("the server closed the connection", Ending())


def _write(target, disclosure):
    return {"tcp": disclosure.plain(target.address)} if isinstance(target, TcpTarget) else None


TCP = TransportEntry(
    key="tcp",
    label="a tcp address",
    keys={"tcp": Key(Text(label="an address"), doc="A server that speaks lines over TCP.")},
    pins=("tcp-lines",),
    read=lambda written: TcpTarget(written.members["tcp"]),
    write=_write,
    schemes=("tcp",),
    at=TcpTarget,
)
