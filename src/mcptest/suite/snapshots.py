"""Snapshots: expected values, one file each, in a folder next to the suite."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mcptest.atomic import real_path, write_atomically
from mcptest.errors import McptestError, Problem, UsageError, WriteError
from mcptest.locking import locked
from mcptest.model.json import Json, same_json
from mcptest.model.location import Location
from mcptest.reading import (
    MIB,
    CannotReadError,
    JsonTextError,
    newer_format,
    parse_json,
    read_whole,
)

FOLDER = "__snapshots__"
SCHEMA = "mcptest.snapshot/v1"
_NONE = "not a snapshot; left unchanged"
_LARGEST = 64 * MIB


class SnapshotFolder:
    """The snapshots of one suite. Missing ones are stored, except where nobody would see it."""

    def __init__(
        self, suite: Path, *, update: bool, store_new: bool, redact: Callable[[Json], Json]
    ) -> None:
        self._root = suite.parent
        self._folder = suite.parent / FOLDER / suite.name
        self._update = update
        self._store_new = store_new
        self._redact = redact
        self.used: set[Path] = set()
        self.written = 0
        self.updated = 0

    def compare(self, name: str, value: Json) -> str | None:
        """None when equal or newly stored, else the difference for people.

        Raises: UsageError, WriteError.
        """
        value = self._redact(value)
        path = self.path(name)
        self.used.add(path)
        before = self._bytes(path)
        if before is None and not (self._update or self._store_new):
            return "there is no stored snapshot; run without CI set, or with --update-snapshots"
        if before is not None:
            stored = _value(before, path)
            if same_json(stored, value):
                return None
            if not self._update:
                return _difference(stored, value)
        self._write(path, before, {"schema": SCHEMA, "name": name, "value": value})
        self.written += before is None
        self.updated += before is not None
        return None

    def orphans(self) -> list[Path]:
        """Stored snapshots that nothing was compared with since this was made."""
        return [path for path in sorted(self._folder.glob("*.json")) if path not in self.used]

    def path(self, name: str) -> Path:
        """A safe name, and a hash that keeps look-alikes apart."""
        import hashlib

        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:80]
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return self._folder / f"{plain}-{digest}.json"

    def check(self) -> Iterator[Problem]:
        """What is wrong with the snapshots that are there, before anything is started."""
        for path in sorted(self._folder.glob("*.json")):
            try:
                raw = self._bytes(path)
                if raw is not None:
                    _value(raw, path)
            except McptestError as error:
                yield Problem(error.code, error.message, Location(str(path), 1, 1), error.hint)

    def _bytes(self, path: Path) -> bytes | None:
        """What is stored; None where nothing is."""
        try:
            return read_whole(real_path(path, within=self._root), limit=_LARGEST)
        except CannotReadError as error:
            if error.missing:
                return None
            words = f"cannot read {path}: {error.reason}"
            raise UsageError("snapshot-unreadable", words) from None

    def _write(self, path: Path, before: bytes | None, document: Json) -> None:
        """Whole, one run at a time, and only over what was read."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = f"cannot create the folder {path.parent}: {error.strerror}"
            raise WriteError("snapshot-unwritable", words) from error
        data = f"{_text(document)}\n".encode()
        with locked(path):
            now = self._bytes(path)
            if now == data:
                return
            if now != before:
                words = f"{path} changed during this run; left unchanged"
                raise WriteError("file-changed", words, hint="Run again to compare with it.")
            write_atomically(path, data, within=self._root)


def _value(raw: bytes, path: Path) -> Json:
    try:
        document = parse_json(raw)
    except JsonTextError as error:
        words = f"{path}:{error.line}:{error.column}: {error.message}"
        raise UsageError("snapshot-unreadable", words) from None
    found = document.get("schema") if isinstance(document, dict) else None
    if not isinstance(document, dict) or found != SCHEMA:
        raise UsageError("snapshot-format", f"{path}: {newer_format(found, SCHEMA) or _NONE}")
    return document.get("value")


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)


def _difference(stored: Json, value: Json) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        _text(stored).splitlines(), _text(value).splitlines(), "stored", "seen", lineterm=""
    )
    return "\n".join(list(lines)[:60])
