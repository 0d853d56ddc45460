"""Observe a mock and its client, and keep the log that rules are judged by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import IO, Any

from mcptest.client.arranging import heard, part
from mcptest.client.log import ClientLog
from mcptest.client.revision import asked_revision
from mcptest.mock.envelope import read_message
from mcptest.mock.stateless import VERSION_KEY, meta_of
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion

SESSION = "mcp-session-id"


class Listening:
    """Every message in both directions; conversations are told apart by their session."""

    def __init__(self, transport: str) -> None:
        self.log = ClientLog(transport=transport, revision="", era="")
        self._sessions: dict[str, int] = {}
        self._streams: dict[str, int] = {}  # of HTTP+SSE, by the path of their messages
        self._latest = 1
        self._begun: set[int] = set()  # conversations in which initialize came

    def from_client(self, raw: bytes, http: JsonObject | None = None) -> int:
        """Log a message of the client; the number of its conversation."""
        incoming = read_message(raw)
        number = self._number(http)
        if incoming.method == "initialize" and http is not None and not self._is_named(http):
            number = self._begin(number)
        if incoming.message is MISSING:
            self.log.unread(incoming, raw, http)
        else:
            entry = self.log.heard(incoming.message, number, http, size=len(raw))
            entry["stateless"] = VERSION_KEY in meta_of(incoming.params)
        return number

    def request(self, method: str, path: str, headers: Mapping[str, str]) -> JsonObject:
        """Log an HTTP request."""
        return self.log.http(method, path, headers)

    def from_server(self, raw: bytes, number: int) -> None:
        """Log a message of the mock; what is not one is the mock's own fault."""
        with suppress(ValueError):
            message: Json = json.loads(raw)
            self.log.told(message, number)

    def opened(self, session: str, number: int) -> None:
        """A session got its id."""
        self._sessions[session] = number
        self._latest = max(self._latest, number + 1)
        self.log.happened("session", session=session, conversation=number)

    def streamed(self, path: str) -> int:
        """A client of HTTP+SSE opened its stream; the number of its conversation."""
        self._streams[path] = len(self._streams) + 1
        return self._streams[path]

    def _is_named(self, http: JsonObject) -> bool:
        return part(http, "headers", SESSION) is not None or http["path"] in self._streams

    def _begin(self, number: int) -> int:
        """Several clients may open their sessions at once, before any of them has an id."""
        if number in self._begun:
            number = self._latest = max(self._begun) + 1
        self._begun.add(number)
        return number

    def _number(self, http: JsonObject | None) -> int:
        if http is None:
            return self._latest
        by_path = self._streams.get(str(http["path"]))
        by_header = self._sessions.get(str(part(http, "headers", SESSION)))
        return by_path or by_header or self._latest

    def finish(self) -> SpecVersion:
        """The revision of the conversation; the log is ready to be judged by it."""
        self.log.happened("ended", status=0, signal=None, stopped=True)
        version = self._version()
        self.log.revision, self.log.era = version.value, version.era.value
        return version

    def _version(self) -> SpecVersion:
        for entry in self.log.of("told"):
            agreed = part(entry["message"], "result", "protocolVersion")
            found = SpecVersion.from_wire(str(agreed))
            if found is not None:
                return found
        return asked_revision(self.log) or NEWEST_HANDSHAKE

    @property
    def has_heard(self) -> bool:
        return any(True for _ in heard(self.log)) or bool(self.log.of("garbled"))


class TappedInput:
    """A stream whose lines are logged as they are read."""

    def __init__(self, source: IO[bytes], listening: Listening) -> None:
        self._source = source
        self._listening = listening

    def readline(self, limit: int = -1, /) -> bytes:
        line = self._source.readline(limit)
        if line.strip():
            self._listening.from_client(line.rstrip(b"\n"))
        return line

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)


class TappedOutput:
    """A stream whose lines are logged as they are written."""

    def __init__(self, sink: IO[bytes], listening: Listening) -> None:
        self._sink = sink
        self._listening = listening

    def write(self, data: bytes, /) -> int:
        self._listening.from_server(data, 1)
        return self._sink.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)
