"""The least that a blocking client can do, over stdio and HTTP: open a session, call, close it."""

import itertools
import json
import socket
import subprocess
import time

from benches.bare_client import dumps

INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def ask(number: int, method: str, params: dict) -> bytes:
    return dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


class StdioCalls:
    """One server on pipes, which is called as often as wanted."""

    def __init__(self, command: list[str], tool: dict) -> None:
        self._tool = tool
        self._ids = itertools.count(1)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._process.stdin.write(ask(0, "initialize", INITIALIZE) + b"\n")
        self._process.stdin.flush()
        self._response()
        self._process.stdin.write(dumps(INITIALIZED) + b"\n")

    def seconds(self, calls: int, flight: int = 1) -> float:
        """How long that many calls take, so many of them under way at a time."""
        stdin, begun = self._process.stdin, time.perf_counter()
        for _ in range(calls // flight):
            for _ in range(flight):
                stdin.write(ask(next(self._ids), "tools/call", self._tool) + b"\n")
            stdin.flush()
            for _ in range(flight):
                self._response()
        return time.perf_counter() - begun

    def _response(self) -> None:
        while line := self._process.stdout.readline():
            if "result" in json.loads(line):
                return
        raise AssertionError("the server is gone")

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


class HttpCalls:
    """One connection that is kept alive; the responses are read and not understood."""

    def __init__(self, port: int, tool: dict) -> None:
        self._tool = tool
        self._ids = itertools.count(1)
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            "Accept: application/json, text/event-stream\r\n"
        ).encode()
        head = self._exchange(ask(0, "initialize", INITIALIZE)).lower()
        session = head.partition(b"mcp-session-id:")[2].split(b"\r\n")[0].strip()
        self._head += b"Mcp-Protocol-Version: 2025-11-25\r\n"
        self._head += b"Mcp-Session-Id: %s\r\n" % session if session else b""
        self._exchange(dumps(INITIALIZED))

    def seconds(self, calls: int, flight: int = 1) -> float:
        """HTTP has one call under way on a connection."""
        assert flight == 1
        begun = time.perf_counter()
        for _ in range(calls):
            self._exchange(ask(next(self._ids), "tools/call", self._tool))
        return time.perf_counter() - begun

    def _exchange(self, body: bytes) -> bytes:
        self._socket.sendall(self._head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        raw = b""
        while not _is_whole(raw):
            data = self._socket.recv(65536)
            assert data, "the server is gone"
            raw += data
        assert raw[9:10] == b"2", raw
        return raw

    def close(self) -> None:
        self._socket.close()


def _is_whole(raw: bytes) -> bool:
    head, end, body = raw.partition(b"\r\n\r\n")
    if not end:
        return False
    head = head.lower()
    if b"transfer-encoding: chunked" in head:
        return body.endswith(b"0\r\n\r\n")
    size = head.partition(b"content-length:")[2].split(b"\r\n")[0]
    return len(body) >= int(size or b"0")
