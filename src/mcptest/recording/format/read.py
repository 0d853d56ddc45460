"""Read a recording line by line; a broken line is reported and skipped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.reading import (
    MIB,
    CannotReadError,
    JsonTextError,
    newer_format,
    parse_json,
    read_whole,
)
from mcptest.recording.format.frame import (
    SCHEMA,
    BadFrameError,
    PartHeader,
    RecordedFrame,
    frame_of,
    header_of,
)
from mcptest.recording.format.recording import Recording

LARGEST: Final = 1024 * MIB
_PEEK: Final = 64 * 1024


def is_recording(path: str | os.PathLike[str]) -> bool:
    """Whether the first line of a file says that it is one."""
    try:
        if not Path(path).is_file():  # a pipe would be waited for
            return False
        with Path(path).open("rb") as file:
            first = file.readline(_PEEK)
    except (OSError, ValueError):
        return False
    return b'"mcptest.recording/v' in first


def read_recording(path: str | os.PathLike[str]) -> Recording:
    """What can be used of the file; ``problems`` names every line that cannot.

    Raises: FileProblemsError where the file cannot be read, or nothing in it is a recording.
    """
    name = os.fspath(path)
    try:
        raw = read_whole(path, limit=LARGEST)
    except CannotReadError as error:
        raise FileProblemsError([Problem("recording-unreadable", error.about(name))]) from None
    return _LineByLine(name).read(raw)


class _LineByLine:
    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[PartHeader] = []
        self._frames: list[RecordedFrame] = []
        self._problems: list[str] = []

    def read(self, raw: bytes) -> Recording:
        *lines, rest = raw.split(b"\n")
        for number, line in enumerate(lines, 1):
            self._line(line, number)
        if rest.strip():
            self._last(rest, len(lines) + 1)
        if not self._parts:
            where = Location(self._name, 1, 1)
            words = f'{self._name} is not a recording: no line has "schema": "{SCHEMA}"'
            hint = "record a session with: mcptest record -o FILE -- COMMAND"
            raise FileProblemsError([Problem("recording-no-header", words, where, hint)])
        return Recording(self._name, tuple(self._parts), tuple(self._frames), tuple(self._problems))

    def _last(self, rest: bytes, number: int) -> None:
        """A line without its end was being written when the recorder was killed."""
        before = len(self._problems)
        self._line(rest, number)
        if len(self._problems) > before:
            self._problems[-1] = f"line {number}: the last line is incomplete"

    def _line(self, line: bytes, number: int) -> None:
        if not line.strip():
            return
        try:
            self._take(parse_json(line), number)
        except JsonTextError as error:
            self._problems.append(f"line {number}: not valid JSON: {error.message}")
        except BadFrameError as error:
            self._problems.append(f"line {number}: not a frame: {error}")

    def _take(self, value: Json, number: int) -> None:
        if not isinstance(value, dict):
            raise BadFrameError("expected an object")
        if "schema" in value:
            self._header(value, number)
        else:
            self._frames.append(frame_of(value, number))

    def _header(self, members: JsonObject, number: int) -> None:
        schema = members["schema"]
        if (words := newer_format(schema, SCHEMA)) is not None:
            where = Location(self._name, number, 1)
            raise FileProblemsError(
                [Problem("recording-newer", f"{self._name} was {words}", where)]
            )
        if schema != SCHEMA:
            raise BadFrameError(f'"schema" must be "{SCHEMA}"')
        self._parts.append(header_of(members))
