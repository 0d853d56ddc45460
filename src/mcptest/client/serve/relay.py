"""The stdio server that a client starts: forwards everything to the waiting mcptest.

Run by its path with the address and the token as arguments, since many clients hand no
environment to a server. Uses the standard library alone, so that it starts fast.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import sys
import threading

HEAD = struct.Struct(">cI")
DATA, END, SIGNAL = b"d", b"e", b"s"
STDOUT, STDERR, EXIT = b"o", b"r", b"x"


def main(arguments: list[str]) -> None:
    """Relay until the other side says how to end."""
    host, _, port = arguments[0].rpartition(":")
    line = socket.create_connection((host, int(port)))
    lock = threading.Lock()

    def send(kind: bytes, payload: bytes = b"") -> None:
        with lock:
            try:
                line.sendall(HEAD.pack(kind, len(payload)) + payload)
            except OSError:
                os._exit(0)

    def stop(number: int, _frame: object) -> None:
        send(SIGNAL, signal.Signals(number).name.encode())
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send(DATA, arguments[1].encode() + b"\n")
    threading.Thread(target=_read, args=(send,), daemon=True).start()
    _write(line)


def _read(send: object) -> None:
    assert callable(send)
    while data := os.read(0, 65536):
        send(DATA, data)
    send(END)


def _write(line: socket.socket) -> None:
    with line, line.makefile("rb") as source:
        while len(head := source.read(HEAD.size)) == HEAD.size:
            kind, size = HEAD.unpack(head)
            payload = source.read(size)
            if kind == EXIT:
                os._exit(payload[0])
            try:
                os.write(1 if kind == STDOUT else 2, payload)
            except OSError:
                os._exit(0)
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
