"""Whether another user could write to a folder that mcptest uses."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Final

OURS: Final = ".mcptest"


def distrust(folder: Path) -> str | None:
    """Why nothing in it is used, as the end of a sentence; None if it can be trusted.

    It may belong to us, to root, or to the owner of its parent folder, who could put anything
    there: a checkout that a container sees under another user is fine.
    """
    if sys.platform == "win32":
        return None
    above = [each for each in folder.parents if each.name == OURS]
    return next((why for each in (folder, *above) if (why := _reason(each))), None)


def _reason(folder: Path) -> str | None:
    try:
        own, around = folder.lstat(), folder.absolute().parent.stat()
    except OSError:
        return None  # there is nothing yet
    if own.st_uid not in {os.geteuid(), 0, around.st_uid}:
        return "it belongs to another user"
    if _is_open(own.st_mode) and not _is_open(around.st_mode):
        return "anyone can write to it"
    return None


def _is_open(mode: int) -> bool:
    return bool(mode & stat.S_IWOTH) and not mode & stat.S_ISVTX
