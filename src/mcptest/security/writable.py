"""Which files and folders of a command other users of the machine can change."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path


def writable_places(command: Sequence[str], cwd: str | None) -> Iterator[str]:
    """The program, files among its arguments, and the folders that hold them."""
    if os.name != "posix":
        return
    told: set[Path] = set()
    for path in _paths(command, cwd):
        for place in (path, path.parent):
            if place not in told and _is_open(place):
                told.add(place)
                yield str(place)


def _paths(command: Sequence[str], cwd: str | None) -> Iterator[Path]:
    folder = Path(cwd) if cwd else Path.cwd()
    for index, word in enumerate(command):
        found = shutil.which(word) if index == 0 else None
        path = Path(found) if found else folder / Path(word).expanduser()
        if ("/" in word or found) and path.exists():
            yield path.resolve()


def _is_open(place: Path) -> bool:
    """Others may write; in a folder with the sticky bit they cannot replace what is not theirs."""
    try:
        mode = place.stat().st_mode
    except OSError:
        return False
    if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)) or not mode & stat.S_IWOTH:
        return False
    return not (stat.S_ISDIR(mode) and mode & stat.S_ISVTX)
