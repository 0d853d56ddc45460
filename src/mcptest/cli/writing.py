"""Whether a file can be written where a flag says, asked before a server is started for it."""

from __future__ import annotations

from pathlib import Path

from mcptest.errors import UsageError


def require_place(path: Path, flag: str) -> None:
    """Raises: UsageError."""
    if path.is_dir():
        raise UsageError("output-path", f"{flag} {path} is a folder")
    if not path.resolve().parent.is_dir():
        raise UsageError("output-path", f"{flag} {path} is in a folder that does not exist")
