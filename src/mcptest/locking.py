"""Lock a file that several runs may change, so that one writes at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from mcptest.errors import WriteError

TIMEOUT: Final = 5.0
_PAUSE: Final = 0.01


@contextmanager
def locked(path: Path, *, timeout: float = TIMEOUT) -> Iterator[None]:
    """Hold the lock of a file, which the kernel releases if the process dies.

    Raises: WriteError where another run holds it for longer than ``timeout`` seconds.
    """
    lock = path.with_name(f".{path.name[:100]}.lock")
    try:
        handle = _acquire(lock, time.monotonic() + timeout)
    except OSError as trouble:
        words = f"cannot lock {path}: {trouble.strerror or trouble}"
        hint = "Check that the folder exists and is writable."
        raise WriteError("file-not-written", words, hint=hint) from trouble
    if handle is None:
        words = f"another run has been writing {path} for more than {timeout:g} s"
        hint = "Wait for it to finish, or stop it, then run again."
        raise WriteError("file-locked", words, hint=hint)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()  # before it is let go, so that nobody takes one that is about to vanish
        os.close(handle)


def _acquire(lock: Path, deadline: float) -> int | None:
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        if _take(handle) and _is_still(lock, handle):
            return handle
        os.close(handle)
        if time.monotonic() > deadline:
            return None
        time.sleep(_PAUSE)


def _is_still(lock: Path, handle: int) -> bool:
    """The one who had it before may have removed the file that we hold."""
    try:
        return os.path.samestat(os.stat(lock), os.fstat(handle))  # noqa: PTH116
    except FileNotFoundError:
        return False


def _take(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
