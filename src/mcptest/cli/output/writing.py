"""Check that a report file can be written before a server is started."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcptest.errors import UsageError, WriteError


def require_place(path: Path, flag: str, code: str = "output-path") -> None:
    """Raises: WriteError."""
    if path.is_dir():
        raise WriteError(code, f"cannot write {flag} {path}: it is a folder")
    if not path.resolve().parent.is_dir():
        raise WriteError(code, f"cannot write {flag} {path}: its folder does not exist")


def report_files(texts: Sequence[str], names: Sequence[str]) -> tuple[tuple[str, Path], ...]:
    """The format and the place of each ``--report``.

    Raises: UsageError, WriteError.
    """
    files = tuple(_report_file(text, names) for text in texts)
    if len({path.resolve() for _, path in files}) != len(files):
        raise UsageError("report-same-path", "two reports use the same file")
    return files


def _report_file(text: str, names: Sequence[str]) -> tuple[str, Path]:
    name, sign, place = text.partition("=")
    if not sign or not place or name not in names:
        wrong = "unknown report format in" if sign and place else "expected FORMAT=PATH, got"
        raise UsageError(
            "report-option",
            f"{wrong} --report {text!r}",
            hint=f"FORMAT is one of {', '.join(names)}, as in --report json=out.json",
        )
    require_place(Path(place), "--report", "report-unwritable")
    return name, Path(place)
