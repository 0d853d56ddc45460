"""The content of a frame: a message if the bytes are JSON, otherwise text or bytes."""

from __future__ import annotations

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record
from mcptest.reading import JsonTextError
from mcptest.recording.format.redact import FrameRedactor


@record
class FrameContent:
    """One of the three; without its secrets."""

    message: MaybeJson = MISSING
    text: str | None = None
    data: bytes | None = None


def content_of(raw: bytes, redactor: FrameRedactor, *, parse: bool = True) -> FrameContent:
    """``parse`` False takes JSON for text, as in what a server logs."""
    if parse:
        try:
            return FrameContent(message=redactor.message(raw))
        except JsonTextError:
            pass
    try:
        return FrameContent(text=redactor.text(raw.decode("utf-8")))
    except UnicodeDecodeError:
        shown = redactor.text(raw.decode("latin-1"))
        return FrameContent(data=shown.encode("latin-1", "replace"))
