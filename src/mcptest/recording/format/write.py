"""Append frames to a recording, whole lines at once, so that two writers can share a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Final

from mcptest import __version__
from mcptest.errors import WriteError
from mcptest.model.json import JsonObject
from mcptest.recording.format.frame import PartHeader, RecordedFrame

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


def open_recording(path: str | os.PathLike[str]) -> int:
    """A descriptor that appends; a new file can be read by its owner alone.

    Raises: WriteError.
    """
    try:
        descriptor = os.open(path, _FLAGS, 0o600)
        _end_last_line(descriptor, Path(path))
    except OSError as trouble:
        raise WriteError(
            "file-not-written",
            f"cannot write {os.fspath(path)}: {trouble.strerror or trouble}",
            hint="Check that the folder exists and is writable, and that the disk has space.",
        ) from trouble
    return descriptor


def _end_last_line(descriptor: int, path: Path) -> None:
    """A recorder that was killed may have left half a line, which must not swallow the next."""
    if not path.is_file() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        if file.read(1) != b"\n":
            os.write(descriptor, b"\n")


def new_part(transport: str, server: JsonObject) -> PartHeader:
    """The header of what is recorded from now on."""
    return PartHeader(
        part=token_hex(3),
        started=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        mcptest=__version__,
        transport=transport,
        server=server,
    )


class RecordingWriter:
    """Writes at once; what cannot be written is counted, and the session goes on without it."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.problem: str | None = None

    def write(self, entries: Iterable[PartHeader | RecordedFrame]) -> None:
        data = b"".join(map(_line, entries))
        try:
            while data and self.problem is None:
                data = data[os.write(self.descriptor, data) :]
        except OSError as trouble:
            self.problem = trouble.strerror or str(trouble)

    def close(self) -> None:
        with suppress(OSError):
            os.close(self.descriptor)


_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _line(entry: PartHeader | RecordedFrame) -> bytes:
    return _encode(entry.as_json()).encode("utf-8", "backslashreplace") + b"\n"
