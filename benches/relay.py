"""Passes bytes on and does nothing else: what any process between a client and a server costs.

``relay.py COMMAND...`` starts a stdio server. ``relay.py PORT`` listens in front of an HTTP server
on that port, and prints its own.
"""

import os
import select
import socket
import subprocess
import sys
import threading

CHUNK = 64 * 1024


def pass_on(ways: dict[int, int]) -> None:
    """From each key to its value, until a source ends."""
    poll = select.poll()
    for source in ways:
        poll.register(source, select.POLLIN)
    while True:
        for source, _ in poll.poll():
            data = os.read(source, CHUNK)
            if not data:
                return
            os.write(ways[source], data)


def before_command(command: list[str]) -> int:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as server:
        pass_on({0: server.stdin.fileno(), server.stdout.fileno(): 1})
        server.stdin.close()
    return server.returncode


def before_port(port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(listener.getsockname()[1], flush=True)
        while True:
            client, _ = listener.accept()
            threading.Thread(target=_connection, args=(client, port), daemon=True).start()


def _connection(client: socket.socket, port: int) -> None:
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        for each in (client, server):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ends = client.fileno(), server.fileno()
        pass_on({ends[0]: ends[1], ends[1]: ends[0]})


if __name__ == "__main__":
    sys.exit(
        before_port(int(sys.argv[1])) if sys.argv[1].isdecimal() else before_command(sys.argv[1:])
    )
