"""Reads an event stream, line by line."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable

from mcptest.client.scripted.faults import Message


class ResumableStream:
    """What must be known to come back to a stream that ended."""

    def __init__(self) -> None:
        self.last: str | None = None
        self.retry = 1000


def read_stream(
    response: http.client.HTTPResponse, stream: ResumableStream, receive: Callable[[Message], None]
) -> bool:
    """Pass on every message; whether the stream brought the response to a request."""
    data: list[str] = []
    while raw := response.readline():
        line = raw.decode().rstrip("\r\n")
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            text = "\n".join(data)
            data.clear()
            if text and _is_answer(text, receive):
                return True
        elif name == "data":
            data.append(value)
        elif name == "id":
            stream.last = value
        elif name == "retry" and value.isdecimal():
            stream.retry = int(value)
    return False


def _is_answer(text: str, receive: Callable[[Message], None]) -> bool:
    message = json.loads(text)
    receive(message)
    return "method" not in message
