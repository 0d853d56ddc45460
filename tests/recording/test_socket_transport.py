"""The transport of the HTTP proxy: nothing is lost, reordered or told twice."""

import asyncio
import socket
from contextlib import contextmanager

import pytest

from mcptest.mock.http.listen import listen
from mcptest.recording.proxy.socket_transport import SocketTransport, connect_at_once

MUCH = bytes(range(256)) * 16_000  # more than a socket takes at once


class Told(asyncio.Protocol):
    """Remembers what it is told, in order."""

    def __init__(self, *, half=False):
        self.events = []
        self.data = b""
        self.half = half
        self.heard, self.ended, self.over = (asyncio.Event() for _ in range(3))

    def connection_made(self, transport):
        self.events.append("made")

    def data_received(self, data):
        self.data += data
        self.heard.set()

    def eof_received(self):
        self.events.append("eof")
        self.ended.set()
        return self.half

    def pause_writing(self):
        self.events.append("pause")

    def resume_writing(self):
        self.events.append("resume")

    def connection_lost(self, exc):
        self.events.append("lost")
        self.over.set()


@contextmanager
def connected(**how):
    """A transport, what its protocol is told, and the other end of its socket."""
    ours, theirs = socket.socketpair()
    told = Told(**how)
    transport = SocketTransport(asyncio.get_running_loop(), ours, told)
    theirs.setblocking(False)
    try:
        yield transport, told, theirs
    finally:
        theirs.close()
        transport.abort()


async def read_all(stream):
    found, loop = b"", asyncio.get_running_loop()
    while data := await asyncio.wait_for(loop.sock_recv(stream, 65536), 20):
        found += data
    return found


def run(test):
    """With the last turn of the loop, in which sockets are closed."""

    async def main():
        await test()
        await asyncio.sleep(0)

    asyncio.run(main())


def test_what_the_socket_does_not_take_arrives_before_the_connection_is_closed():
    async def test():
        with connected() as (transport, told, theirs):
            transport.write(MUCH)
            transport.write(b"end")
            transport.close()
            transport.close()
            assert transport.is_closing()
            assert await read_all(theirs) == MUCH + b"end"
            await asyncio.wait_for(told.over.wait(), 20)
            transport.write(b"too late")
            assert told.events == ["made", "pause", "resume", "lost"]

    run(test)


def test_half_a_connection_is_closed_after_everything_was_sent():
    async def test():
        with connected(half=True) as (transport, told, theirs):
            assert transport.can_write_eof()
            transport.write(MUCH)
            transport.write_eof()
            transport.write(b"too late")
            assert await read_all(theirs) == MUCH
            theirs.send(b"heard")
            theirs.shutdown(socket.SHUT_WR)
            await asyncio.wait_for(told.ended.wait(), 20)
            assert told.data == b"heard"
            assert "lost" not in told.events

    run(test)


def test_the_end_of_the_other_side_closes_the_connection():
    async def test():
        with connected() as (_transport, told, theirs):
            theirs.close()
            await asyncio.wait_for(told.over.wait(), 20)
            assert told.events == ["made", "eof", "lost"]

    run(test)


def test_nothing_is_read_while_reading_is_paused():
    async def test():
        with connected() as (transport, told, theirs):
            transport.pause_reading()
            transport.pause_reading()
            theirs.send(b"later")
            for _ in range(3):
                await asyncio.sleep(0)
            assert told.data == b""
            transport.resume_reading()
            await asyncio.wait_for(told.heard.wait(), 20)
            assert told.data == b"later"

    run(test)


@pytest.mark.parametrize("first", [b"", MUCH])
def test_a_connection_that_breaks_while_writing_is_lost_once(first):
    async def test():
        with connected(half=True) as (transport, told, theirs):
            transport.pause_reading()
            transport.write(first)
            theirs.close()
            transport.write(b"x")
            await asyncio.wait_for(told.over.wait(), 20)
            transport.write(b"y")
            transport.abort()
            await asyncio.sleep(0)
            assert told.events.count("lost") == 1

    run(test)


def test_a_connection_that_breaks_while_reading_is_lost():
    async def test():
        with connected() as (transport, told, theirs):
            transport.write(b"unread")
            theirs.close()  # with something unread, this resets the connection
            await asyncio.wait_for(told.over.wait(), 20)
            assert told.events == ["made", "lost"]

    run(test)


def test_a_connection_is_there_at_once_or_not_at_all():
    listener = listen("127.0.0.1", 0)
    place = listener.getsockname()
    stream = connect_at_once(socket.AF_INET, place)
    assert stream is not None
    assert stream.getpeername() == place
    stream.close()
    listener.close()
    assert connect_at_once(socket.AF_INET, place) is None
