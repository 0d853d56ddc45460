"""Everything that happened between a client and a scenario, in order; views read it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final

from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.rpc import PARSE_ERROR
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson

MOST_ENTRIES: Final = 5_000
MOST_BYTES: Final = 64 * 1024 * 1024  # of messages from the client
MOST_RAW: Final = 2_000


class ClientLog:
    """Entries are JSON objects; ``kind`` says what each is, ``at`` when it came, in seconds."""

    def __init__(self, *, transport: str, revision: str, era: str) -> None:
        self.transport = transport
        self.revision = revision
        self.era = era
        self.entries: list[JsonObject] = []
        self.facts: dict[str, list[Json]] = {}
        self.script: list[JsonObject] = []  # the steps that a driver was told
        self.steps: list[JsonObject] = []  # what it reported, one object for each step
        self.full = False  # what came later was left out
        self._bytes = 0
        self._begun = time.monotonic()

    def heard(
        self, message: Json, conversation: int, http: JsonObject | None, *, size: int = 0
    ) -> JsonObject:
        """Record a message from the client."""
        self._bytes += size
        return self._add("heard", message=message, conversation=conversation, http=http)

    def unread(self, incoming: IncomingMessage, raw: bytes, http: JsonObject | None) -> JsonObject:
        """Record bytes that could not be read; too deep for us is not the client's fault."""
        refusal = incoming.refusal
        if refusal is not None and refusal.code != PARSE_ERROR:
            return self.happened("too-deep", problem=refusal.message)
        return self.garbled(raw, refusal.message if refusal else "not a message", http)

    def garbled(self, raw: bytes, problem: str, http: JsonObject | None) -> JsonObject:
        """Record bytes that are not a message."""
        text = raw[:MOST_RAW].decode("utf-8", "backslashreplace")
        return self._add("garbled", raw=text, problem=problem, http=http)

    def refused(self, message: MaybeJson) -> JsonObject:
        """Record a message in an HTTP request that was turned away; a client may repeat it."""
        return self._add("refused", message=None if message is MISSING else message)

    def told(self, message: Json, conversation: int) -> JsonObject:
        """Record a message to the client."""
        return self._add("told", message=message, conversation=conversation)

    def http(self, method: str, path: str, headers: Mapping[str, str]) -> JsonObject:
        """Record an HTTP request; its status is filled in when it is known."""
        return self._add("http", method=method, path=path, headers=dict(headers), status=None)

    def happened(self, event: str, **members: Json) -> JsonObject:
        """Record something that is not a message."""
        return self._add("event", event=event, **members)

    def fact(self, name: str, **members: Json) -> JsonObject:
        """Keep something for the rules under a name of the scenario's own."""
        made: JsonObject = {"at": self.seconds(), **members}
        self.facts.setdefault(name, []).append(made)
        return made

    def of(self, *kinds: str) -> list[JsonObject]:
        """The entries of these kinds."""
        return [entry for entry in self.entries if entry["kind"] in kinds]

    @property
    def connected(self) -> bool:
        """Whether the client came at all: with a message, or with any HTTP request."""
        return bool(self.of("heard", "garbled", "http"))

    def seconds(self) -> float:
        """How long the scenario has been running."""
        return round(time.monotonic() - self._begun, 4)

    def _add(self, kind: str, **members: Json) -> JsonObject:
        entry: JsonObject = {"kind": kind, "n": len(self.entries), "at": self.seconds(), **members}
        self.full = self.full or len(self.entries) >= MOST_ENTRIES or self._bytes > MOST_BYTES
        if not self.full:
            self.entries.append(entry)
        return entry
