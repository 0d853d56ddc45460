"""The stdio server that clients start: what it passes on, and how it ends."""

import signal
import socket
import threading

import pytest

from mcptest.client.serve import relay

SECONDS = 10


class Exited(BaseException):
    """Stands for the end of the process."""


@pytest.fixture
def desk():
    """The side of mcptest: a listener, and what it reads once the relay has called."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(SECONDS)
        yield listener


@pytest.fixture
def written(monkeypatch):
    """A relay inside this process: its ends and its output are kept instead."""
    kept = []

    def leave(code):
        raise Exited(code)

    def write(where, data):
        kept.append((where, data))
        return len(data)

    monkeypatch.setattr(relay.os, "_exit", leave)
    monkeypatch.setattr(relay.os, "write", write)
    monkeypatch.setattr(relay.signal, "signal", lambda number, act: HANDLERS.update({number: act}))
    return kept


HANDLERS = {}


def frames(line, amount):
    with line.makefile("rb") as source:
        for _ in range(amount):
            kind, size = relay.HEAD.unpack(source.read(relay.HEAD.size))
            yield kind, source.read(size)


def relayed(desk, monkeypatch, client, talk):
    """Run the relay with ``client`` as its stdin and ``talk`` at the other end; its exit code."""
    lines, failed = list(client), []
    monkeypatch.setattr(relay.os, "read", lambda _fd, _size: lines.pop(0) if lines else b"")

    def other_end():
        try:
            line, _ = desk.accept()
            with line:
                line.settimeout(SECONDS)
                talk(line)
        except BaseException as error:  # noqa: BLE001 - raised again in the test itself
            failed.append(error)

    thread = threading.Thread(target=other_end)
    thread.start()
    with pytest.raises(Exited) as left:
        relay.main([f"127.0.0.1:{desk.getsockname()[1]}", "token"])
    thread.join(SECONDS)
    assert failed == []
    return left.value.args[0]


def test_everything_is_passed_on_in_both_directions(desk, written, monkeypatch):
    def talk(line):
        assert list(frames(line, 4)) == [
            (relay.DATA, b"token\n"),
            (relay.DATA, b"one\n"),
            (relay.DATA, b"two\n"),
            (relay.END, b""),
        ]
        line.sendall(relay.HEAD.pack(relay.STDOUT, 3) + b"out")
        line.sendall(relay.HEAD.pack(relay.STDERR, 3) + b"err")
        line.sendall(relay.HEAD.pack(relay.EXIT, 1) + b"\x07")

    assert relayed(desk, monkeypatch, [b"one\n", b"two\n"], talk) == 7
    assert written == [(1, b"out"), (2, b"err")]


def test_it_ends_with_the_connection(desk, written, monkeypatch):
    assert relayed(desk, monkeypatch, [], lambda line: list(frames(line, 2))) == 0
    assert written == []


@pytest.mark.usefixtures("written")
def test_it_ends_when_the_client_no_longer_reads(desk, monkeypatch):
    def closed(_where, _data):
        raise BrokenPipeError

    monkeypatch.setattr(relay.os, "write", closed)

    def talk(line):
        list(frames(line, 2))
        line.sendall(relay.HEAD.pack(relay.STDOUT, 3) + b"out")

    assert relayed(desk, monkeypatch, [], talk) == 0


@pytest.mark.usefixtures("written")
def test_a_signal_is_reported_before_it_ends(desk, monkeypatch):
    def talk(line):
        list(frames(line, 2))
        with pytest.raises(Exited):
            HANDLERS[signal.SIGTERM](signal.SIGTERM, None)
        assert list(frames(line, 1)) == [(relay.SIGNAL, b"SIGTERM")]

    assert relayed(desk, monkeypatch, [], talk) == 0
    assert HANDLERS[signal.SIGINT] is signal.SIG_IGN


@pytest.mark.usefixtures("written")
def test_it_ends_where_nobody_takes_what_it_passes_on(monkeypatch):
    class Deaf:
        """A connection that breaks on every write."""

        def sendall(self, _data):
            raise BrokenPipeError

    monkeypatch.setattr(relay.socket, "create_connection", lambda _where: Deaf())
    with pytest.raises(Exited) as left:
        relay.main(["127.0.0.1:1", "token"])
    assert left.value.args == (0,)
