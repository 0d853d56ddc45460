"""A recorded session as a script: what the server sent after each client message."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.recording import Recording

EXITED = "server-exited"


@dataclass(slots=True)
class Line:
    """One thing that the server did: a message, raw text, an exit, or waiting for the client."""

    after_ms: float
    message: MaybeJson = MISSING
    raw: bytes | None = None
    exit: int | None = None
    awaits: MaybeJson = MISSING  # the id of a request of the server that must be answered first


@dataclass(slots=True)
class Cue:
    """A message of the client, and everything that it led to."""

    session: str
    method: str
    params: JsonObject
    id: MaybeJson
    at: float
    stream: str
    lines: list[Line] = field(default_factory=list)
    answered: bool = False
    last: float = 0.0

    @property
    def answer(self) -> JsonObject | None:
        """The response, where one came."""
        for line in self.lines:
            message = line.message
            if self.answered and isinstance(message, dict) and "method" not in message:
                return message
        return None

    @property
    def duration_ms(self) -> float:
        return sum(line.after_ms for line in self.lines)

    def add(self, at: float, line: Line) -> None:
        line.after_ms = max(0.0, at - self.last)
        self.last = at
        self.lines.append(line)


def scripts_of(recording: Recording) -> dict[str, list[Cue]]:
    """The cues of every session, in the order in which the client spoke."""
    return {name: _Writing(name).write(frames) for name, frames in recording.sessions.items()}


class _Writing:
    """Gives each message of the server to the message of the client that it belongs to."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._cues: list[Cue] = []
        self._pending: dict[str, Cue] = {}
        self._asked: dict[str, Cue] = {}  # requests of the server, by their id
        self._events: set[str] = set()
        self._opening = Cue(session, "", {}, MISSING, 0.0, "")

    def write(self, frames: tuple[RecordedFrame, ...]) -> list[Cue]:
        for frame in frames:
            if self._came_before(frame):
                continue
            for message in _messages(frame):
                if frame.sender == "client":
                    self._client(message, frame)
                elif frame.sender == "server":
                    self._server(message, frame)
            if frame.sender == "server" and frame.text is not None and frame.stream == "stdout":
                self._current(frame).add(frame.at, Line(0, raw=frame.text.encode()))
            if frame.code == EXITED and self._pending:
                self._exit(frame)
        return self._cues

    def _came_before(self, frame: RecordedFrame) -> bool:
        """A server repeats events that it cannot know to have arrived when a stream is resumed."""
        number = frame.event.get("id") if frame.event else None
        if not isinstance(number, str) or frame.message is MISSING:
            return False
        event = json.dumps([number, frame.message], sort_keys=True)
        known = event in self._events
        self._events.add(event)
        return known

    def _client(self, message: JsonObject, frame: RecordedFrame) -> None:
        method, number = message.get("method"), message.get("id", MISSING)
        if not isinstance(method, str):
            asked = self._asked.pop(_key(number), None)
            if asked is not None:
                asked.add(frame.at, Line(0, awaits=number))
            return
        params = message.get("params")
        cue = Cue(
            self._session,
            method,
            params if isinstance(params, dict) else {},
            number,
            frame.at,
            frame.stream,
            last=frame.at,
        )
        self._cues.append(cue)
        if number is not MISSING:
            self._pending[_key(number)] = cue

    def _server(self, message: JsonObject, frame: RecordedFrame) -> None:
        number = message.get("id", MISSING)
        if "method" not in message:
            cue = self._pending.pop(_key(number), None)
            if cue is not None:
                cue.add(frame.at, Line(0, message))
                cue.answered = True
            return
        cue = self._owner(message, frame)
        cue.add(frame.at, Line(0, message))
        if number is not MISSING:
            self._asked[_key(number)] = cue

    def _owner(self, message: JsonObject, frame: RecordedFrame) -> Cue:
        """By progress token, by HTTP exchange, else the request that was made last."""
        params = message.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        for cue in reversed(self._cues):
            if token is not None and progress_token(cue.params) == token:
                return cue
        for cue in self._pending.values():
            if frame.stream == cue.stream and frame.stream.startswith("http-"):
                return cue
        return self._current(frame)

    def _current(self, frame: RecordedFrame) -> Cue:
        del frame
        if self._pending:
            return list(self._pending.values())[-1]
        return self._cues[-1] if self._cues else self._opening

    def _exit(self, frame: RecordedFrame) -> None:
        """The server ended while it owed a response."""
        words = (frame.note or "").split()
        status = int(words[-1]) if words and words[-1].isdecimal() else 1
        cue = list(self._pending.values())[-1]
        cue.add(frame.at, Line(0, exit=status))
        self._pending.clear()


def _messages(frame: RecordedFrame) -> list[JsonObject]:
    """A batch of 2025-03-26 holds several."""
    items = frame.message if isinstance(frame.message, list) else [frame.message]
    return [item for item in items if isinstance(item, dict) and frame.code != "not-http"]


def progress_token(params: JsonObject) -> Json:
    meta = params.get("_meta")
    return meta.get("progressToken") if isinstance(meta, dict) else None


def _key(number: MaybeJson) -> str:
    """``1`` and ``"1"`` are two ids."""
    return f"{type(number).__name__}:{number}"
