"""A lock file per server of a fleet: written the first time, then compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcptest.atomic import write_atomically
from mcptest.drift.compare_offers import compare_offers
from mcptest.drift.lock_file import lock_text, read_lock
from mcptest.drift.offer import ServerOffer, by_name
from mcptest.fleet.folder import file_name
from mcptest.lint.diff.diff_text import summary_line
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor


def lock_path(folder: Path, server: str) -> Path:
    """The file of one server, whatever its name."""
    return folder / f"{file_name(server)}.lock"


def drift_note(
    folder: Path, server: str, tools: Sequence[ToolDescriptor], secrets: Sequence[str]
) -> str | None:
    """What changed since the lock was written; None where nothing did, or it is new.

    Raises: FileProblemsError, WriteError.
    """
    path = lock_path(folder, server)
    redactor = Redactor(secrets)
    items = by_name([redactor.json(tool.raw) for tool in tools], "name")
    live = ServerOffer({"tools": items}, partial=True)
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, lock_text(live))
        return None
    found = compare_offers(read_lock(path), live)
    if not found.entries:
        return None
    return f"the catalog drifted from {path.name}: {summary_line(found)}"
