"""The scripted client's HTTP+SSE transport, for revision 2024-11-05."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from mcptest.client.scripted.faults import Faults, Message
from mcptest.client.scripted.http import shut


class SseTransport:
    """One stream that brings everything, and a POST for each message."""

    connection = http.client.HTTPConnection

    def __init__(self, url: str, receive: Callable[[Message], None], faults: Faults) -> None:
        parts = urlsplit(url)
        self._host = parts.netloc
        self._receive = receive
        self._faults = faults
        self._connection = self.connection(self._host, timeout=30)
        self._connection.request("GET", parts.path, headers={"Accept": "text/event-stream"})
        self._response = self._connection.getresponse()
        self._path = self._next("endpoint")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _next(self, wanted: str) -> str:
        """The data of the next event of that name; nothing at the end."""
        name = ""
        while raw := self._response.readline():
            head, _, value = raw.decode().rstrip("\r\n").partition(": ")
            if head == "event":
                name = value
            elif head == "data" and name == wanted:
                return value
        return ""

    def _read(self) -> None:
        with suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            while text := self._next("message"):
                self._receive(json.loads(text))

    def send(self, message: Any, method: str) -> None:
        """POST one message; what comes of it is on the stream."""
        raw = message if isinstance(message, bytes) else json.dumps(message).encode()
        connection = self.connection(self._host, timeout=30)
        headers = self._faults.headers(method, {"Content-Type": "application/json"})
        with suppress(OSError, http.client.HTTPException):
            connection.request("POST", self._path, raw, headers)
            connection.getresponse().read()
        connection.close()

    def cancel(self, request_id: Any) -> None:
        """Nothing is held open for one request."""

    def check(self) -> None:
        """Nothing to look at between steps."""

    def close(self) -> None:
        shut(self._connection)
        self._reader.join(1)
        self._response.close()
        self._connection.close()
