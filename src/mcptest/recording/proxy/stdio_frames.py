"""Frames of a stdio session: each line is one frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mcptest.reading import MIB
from mcptest.recording.format.content import content_of
from mcptest.recording.format.frame import RecordedFrame, Sender
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.proxy.tap import Kind, Parcel
from mcptest.wire.lines import Lines, Overlong

EXITED: Final = "server-exited"
LARGEST: Final = 64 * MIB
_SIDES: Final[dict[Kind, tuple[Sender, str]]] = {
    Kind.CLIENT: ("client", "stdin"),
    Kind.SERVER: ("server", "stdout"),
    Kind.STDERR: ("server", "stderr"),
}
MISSED: Final = "frames are missing here: the recording could not be written fast enough"


class StdioFrames:
    """The two ends of a pipe and what the server logs, as one session."""

    def __init__(self, session: str, begun: float, redactor: FrameRedactor) -> None:
        self._session = session
        self._begun = begun
        self._redactor = redactor
        self._lines = {kind: Lines(LARGEST) for kind in _SIDES}
        self._last = begun

    def feed(self, parcel: Parcel) -> Iterable[RecordedFrame]:
        self._last = parcel.at
        if parcel.kind in _SIDES:
            for line in self._lines[parcel.kind].feed(parcel.data):
                yield self._line(parcel.kind, line)
        elif parcel.kind is Kind.NOTE:
            code, _, text = parcel.data.decode().partition("\n")
            if code == EXITED:  # what it did not finish came before
                yield from self.finish()
            yield self._note(code, text)
        elif parcel.kind is Kind.MISSED:
            yield self._note("frames-missing", MISSED)

    def finish(self) -> Iterator[RecordedFrame]:
        for kind, lines in self._lines.items():
            if rest := lines.finish():
                yield self._line(kind, rest)

    def _line(self, kind: Kind, line: bytes | Overlong) -> RecordedFrame:
        sender, stream = _SIDES[kind]
        raw = line.head if isinstance(line, Overlong) else line
        content = content_of(raw, self._redactor, parse=kind is not Kind.STDERR)
        return RecordedFrame(
            at=self._at(),
            session=self._session,
            sender=sender,
            stream=stream,
            message=content.message,
            text=content.text,
            data=content.data,
            code="line-too-long" if isinstance(line, Overlong) else None,
        )

    def _note(self, code: str, text: str) -> RecordedFrame:
        return RecordedFrame(
            at=self._at(),
            session=self._session,
            sender="mcptest",
            stream="",
            note=self._redactor.text(text),
            code=code,
        )

    def _at(self) -> float:
        return (self._last - self._begun) * 1000
