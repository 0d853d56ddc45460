"""The page's calls on disk: masked, limited and private."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.errors import McptestError
from mcptest.mcp_server.workspace import Workspace
from mcptest.model.json import Json
from mcptest.model.redaction import Redactor
from mcptest.ownership import OURS, distrust
from mcptest.reading import MIB, CannotReadError, JsonTextError, parse_json, read_whole
from mcptest.ui.page_call import PageCall, read_call, stored_call

_NAME: Final = f"{OURS}/ui/history.jsonl"
_LARGEST_ANSWER: Final = 64 * 1024
_MOST_CALLS: Final = 500
_MOST_BYTES: Final = 4 * MIB
_LARGEST: Final = 64 * MIB  # what is read at all; more than that we never write
_IGNORE: Final = "*\n"


class History:
    """A line for each call that ended; ``problem`` says why nothing is written any more."""

    def __init__(self, folder: Workspace, *, keeps: bool = True, most: int = _MOST_BYTES) -> None:
        self.problem: str | None = None
        self._folder, self._most = folder, most
        self._keeps = keeps
        self._size = 0

    @property
    def keeps(self) -> bool:
        return self._keeps and self.problem is None

    def load(self, servers: Collection[str]) -> list[PageCall]:
        """The newest calls of these servers; what cannot be read counts as empty."""
        lines = self._read() if self._keeps else []
        self._attempt(lambda: self._shorten(lines))
        calls: list[PageCall] = []
        for line in lines[-_MOST_CALLS:]:
            call = read_call(_parsed(line), len(calls) + 1, len(line))
            if call is not None and call.server in servers:
                calls.append(call)
        return calls

    def add(self, call: PageCall, redactor: Redactor) -> None:
        """Write down a call that ended; a failure stops the writing, never the call."""
        if not self.keeps:
            return
        params = redactor.json(call.params)
        text = json.dumps(stored_call(call, params, _LARGEST_ANSWER), separators=(",", ":"))
        line = text.encode() + b"\n"
        if len(line) > 2 * _LARGEST_ANSWER:
            return
        self._attempt(lambda: self._append(line))

    def clear(self) -> None:
        """Delete the file."""
        self._attempt(lambda: self._path().unlink(missing_ok=True))
        self._size = 0

    def _attempt(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError as trouble:
            self.problem = f"the history is not stored: {trouble.strerror or trouble}"
        except McptestError as trouble:
            self.problem = f"the history is not stored: {trouble.message}"

    def _path(self) -> Path:
        return self._folder.path(_NAME)

    def _read(self) -> list[bytes]:
        try:
            path = self._path()
            self.problem = _distrusted(path)
            raw = b"" if self.problem else read_whole(path, limit=_LARGEST)
        except CannotReadError as trouble:
            self.problem = None if trouble.missing else f"the history is not read: {trouble.reason}"
            return []
        except McptestError as trouble:
            self.problem = f"the history is not read: {trouble.message}"
            return []
        self._size = len(raw)
        return raw.splitlines()

    def _append(self, line: bytes) -> None:
        path = self._path()
        if not path.parent.exists():
            path.parent.mkdir(mode=0o700, parents=True)
            write_atomically(path.parent / ".gitignore", _IGNORE)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(path, flags, 0o600)
        try:
            os.write(handle, line)
        finally:
            os.close(handle)
        self._size += len(line)
        if self._size > 2 * self._most:
            self._shorten(self._read())

    def _shorten(self, lines: list[bytes]) -> None:
        """Keep the newest lines of a file that has grown too large."""
        if self._size <= self._most and len(lines) <= 2 * _MOST_CALLS:
            return
        kept: list[bytes] = []
        size = 0
        for line in reversed(lines[-_MOST_CALLS:]):
            size += len(line) + 1
            if size > self._most // 2:
                break
            kept.insert(0, line)
        write_atomically(self._path(), b"".join(line + b"\n" for line in kept))
        self._size = size


def _parsed(line: bytes) -> Json:
    try:
        return parse_json(line)
    except JsonTextError:
        return None


def _distrusted(path: Path) -> str | None:
    """A file that others can read or write did not come from us."""
    why = distrust(path.parent)
    if why is None and sys.platform != "win32" and path.exists():
        found = path.stat()
        if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) or found.st_uid != os.geteuid():
            why = "other users can read it"
    return why and f"the history in {_NAME} is not used: {why}"
