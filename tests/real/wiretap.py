"""Passes bytes on and keeps a copy of each direction: the witness beside a recorder.

``wiretap.py LOG COMMAND…`` stands for a stdio server, ``wiretap.py LOG PORT HOST:PORT`` listens.
LOG.in and LOG.out get the bytes; those of several connections follow each other.
"""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path


def copy(read, write, close, log):
    with Path(log).open("ab", buffering=0) as file:
        while data := read():
            file.write(data)
            write(data)
    close()


def run_all(*jobs):
    threads = [threading.Thread(target=copy, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def over_stdio(log, command):
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    read_out = lambda: os.read(server.stdout.fileno(), 65536)  # noqa: E731
    run_all(
        (lambda: os.read(0, 65536), server.stdin.write, server.stdin.close, f"{log}.in"),
        (read_out, lambda data: os.write(1, data), lambda: None, f"{log}.out"),
    )
    sys.exit(server.wait())


def over_tcp(log, port, place):
    host, _, real = place.partition(":")
    listener = socket.create_server(("127.0.0.1", int(port)))
    number = 0
    while True:
        client, _ = listener.accept()
        number += 1
        server = socket.create_connection((host, int(real)))
        ends = lambda s: lambda: s.shutdown(socket.SHUT_WR)  # noqa: E731
        mine, theirs = f"127.0.0.1:{port}".encode(), place.encode()
        for one, other, way in ((client, server, "in"), (server, client, "out")):
            read = lambda one=one: one.recv(65536)  # noqa: E731
            # The port in ``Host`` must be that of whoever gets it; both have five digits.
            send = lambda data, other=other: other.sendall(data.replace(mine, theirs))  # noqa: E731, B023
            job = (read, send, ends(other), f"{log}-{number}.{way}")
            threading.Thread(target=copy, args=job, daemon=True).start()


if sys.argv[2].isdecimal():
    over_tcp(*sys.argv[1:4])
else:
    over_stdio(sys.argv[1], sys.argv[2:])
