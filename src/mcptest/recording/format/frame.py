"""One line of a recording: the header of a part, or one frame of a session."""

from __future__ import annotations

import base64
import binascii
from typing import Final, Literal, TypeAlias

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import record

SCHEMA: Final = "mcptest.recording/v1"
Sender: TypeAlias = Literal["client", "server", "mcptest"]
SENDERS: Final = ("client", "server", "mcptest")


class BadFrameError(ValueError):
    """A line that is JSON but not a frame."""


@record(kw_only=True)
class PartHeader:
    """The first line of every part: a file that is appended to has several."""

    part: str
    started: str
    mcptest: str
    transport: str
    server: JsonObject

    def as_json(self) -> JsonObject:
        return {
            "schema": SCHEMA,
            "part": self.part,
            "started": self.started,
            "mcptest": self.mcptest,
            "transport": self.transport,
            "server": self.server,
        }


@record(kw_only=True)
class RecordedFrame:
    """Who said what, when and where; ``at`` counts milliseconds from the start of the part.

    Exactly one of ``message``, ``text``, ``data`` and ``note`` is there, or ``http`` alone.
    """

    at: float
    session: str
    sender: Sender
    stream: str
    message: MaybeJson = MISSING
    text: str | None = None
    data: bytes | None = None
    note: str | None = None
    code: str | None = None
    http: JsonObject | None = None
    event: JsonObject | None = None
    line: int = 0

    def as_json(self) -> JsonObject:
        found: JsonObject = {
            "at": round(self.at, 3),
            "session": self.session,
            "from": self.sender,
            "stream": self.stream,
        }
        optional: dict[str, MaybeJson] = {
            "http": self.http or MISSING,
            "event": self.event or MISSING,
            "message": self.message,
            "text": MISSING if self.text is None else self.text,
            "bytes": MISSING if self.data is None else base64.b64encode(self.data).decode(),
            "note": MISSING if self.note is None else self.note,
            "code": MISSING if self.code is None else self.code,
        }
        found.update({key: value for key, value in optional.items() if value is not MISSING})
        return found


def header_of(members: JsonObject) -> PartHeader:
    """Raises: BadFrameError."""
    server = members.get("server")
    return PartHeader(
        part=_text(members, "part"),
        started=_text(members, "started"),
        mcptest=_text(members, "mcptest"),
        transport=_text(members, "transport"),
        server=server if isinstance(server, dict) else {},
    )


def frame_of(members: JsonObject, line: int) -> RecordedFrame:
    """Raises: BadFrameError."""
    sender, at = members.get("from"), members.get("at")
    if sender not in SENDERS:
        raise BadFrameError(f'"from" must be one of {", ".join(SENDERS)}')
    if isinstance(at, bool) or not isinstance(at, int | float):
        raise BadFrameError('"at" must be a number')
    return RecordedFrame(
        at=at,
        session=_text(members, "session"),
        sender=sender,  # type: ignore[arg-type]
        stream=_text(members, "stream"),
        message=members.get("message", MISSING),
        text=_optional_text(members, "text"),
        data=_bytes(members.get("bytes")),
        note=_optional_text(members, "note"),
        code=_optional_text(members, "code"),
        http=_object(members, "http"),
        event=_object(members, "event"),
        line=line,
    )


def _text(members: JsonObject, key: str) -> str:
    value = members.get(key)
    if not isinstance(value, str):
        raise BadFrameError(f'"{key}" must be a string')
    return value


def _optional_text(members: JsonObject, key: str) -> str | None:
    return _text(members, key) if key in members else None


def _object(members: JsonObject, key: str) -> JsonObject | None:
    value = members.get(key)
    if value is not None and not isinstance(value, dict):
        raise BadFrameError(f'"{key}" must be an object')
    return value


def _bytes(value: Json) -> bytes | None:
    if value is None:
        return None
    try:
        return base64.b64decode(str(value), validate=True)
    except (binascii.Error, ValueError):
        raise BadFrameError('"bytes" must be base64') from None
