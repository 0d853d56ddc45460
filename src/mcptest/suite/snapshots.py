"""Snapshots: what was seen last time, one file each, in a folder beside the suite."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from mcptest.atomic import write_atomically
from mcptest.errors import UsageError, WriteError
from mcptest.model.json import Json, same_json

FOLDER = "__snapshots__"
SCHEMA = "mcptest.snapshot/v1"
_NEWER = "this snapshot was made by a newer mcptest, or is none"


class SnapshotFolder:
    """The snapshots of one suite. Missing ones are stored, except where nobody would see it."""

    def __init__(
        self, suite: Path, *, update: bool, store_new: bool, redact: Callable[[Json], Json]
    ) -> None:
        self._folder = suite.parent / FOLDER / suite.name
        self._update = update
        self._store_new = store_new
        self._redact = redact

    def compare(self, name: str, value: Json) -> str | None:
        """None when equal or newly stored, else the difference for people."""
        value = self._redact(value)
        path = self.path(name)
        known = path.exists()
        if not known and not (self._update or self._store_new):
            return "no snapshot is stored yet; run without CI, or with --update-snapshots"
        if known:
            stored = self._read(path)
            if same_json(stored, value):
                return None
            if not self._update:
                return _difference(stored, value)
        self._write(path, name, value)
        return None

    def path(self, name: str) -> Path:
        """A safe name, and a hash that keeps look-alikes apart."""
        import hashlib

        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:80]
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return self._folder / f"{plain}-{digest}.json"

    def _read(self, path: Path) -> Json:
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError("snapshot-unreadable", f"cannot read {path}: {error}") from error
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise UsageError("snapshot-format", f"{path}: {_NEWER}")
        value: Json = document.get("value")
        return value

    def _write(self, path: Path, name: str, value: Json) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            words = f"cannot make the folder {path.parent}: {error.strerror}"
            raise WriteError("snapshot-unwritable", words) from error
        document = {"schema": SCHEMA, "name": name, "value": value}
        write_atomically(path, _text(document) + "\n")


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)


def _difference(stored: Json, value: Json) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        _text(stored).splitlines(), _text(value).splitlines(), "stored", "seen", lineterm=""
    )
    return "\n".join(list(lines)[:60])
