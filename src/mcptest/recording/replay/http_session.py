"""One client of a replay over HTTP: its position, and its streams, which it can resume."""

from __future__ import annotations

import asyncio

from mcptest.mock.overrides.draft import Out
from mcptest.recording.replay.player import Player


class ReplayStream:
    """What a response or a GET still brings, and what it brought; each event has an id."""

    def __init__(self, name: str = "") -> None:
        self.waiting: asyncio.Queue[Out] = asyncio.Queue()
        self._name = name
        self._sent: list[bytes] = []
        self.complete = False

    def remember(self, part: bytes) -> bytes:
        """The event as it is sent, with its id where streams can be resumed."""
        if not self._name or not part:
            return part
        numbered = f"id: {self._name}-{len(self._sent)}\n".encode() + part
        self._sent.append(numbered)
        return numbered

    def after(self, number: int) -> bytes:
        return b"".join(self._sent[number + 1 :])


class ReplaySession:
    """The streams of a client, and the requests of the server that it has to answer."""

    def __init__(self, player: Player, *, resumable: bool = False) -> None:
        self.player = player
        self.listening = ReplayStream()
        self.open: dict[str, ReplayStream] = {}  # by the request that the server made
        self._resumable = resumable
        self._streams: dict[str, ReplayStream] = {}

    def new_stream(self) -> ReplayStream:
        if not self._resumable:
            return ReplayStream()
        name = str(len(self._streams))
        self._streams[name] = ReplayStream(name)
        return self._streams[name]

    def interrupted(self, last_event: str) -> tuple[ReplayStream, int] | None:
        """The stream of an event, and the number of the event."""
        name, _, number = last_event.rpartition("-")
        stream = self._streams.get(name)
        return (stream, int(number)) if stream is not None and number.isdecimal() else None
