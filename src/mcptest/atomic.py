"""Replace a file atomically, and refuse paths that lead elsewhere through a link."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EACCES
from pathlib import Path

from mcptest.errors import WriteError

_HANDLES = Path("/proc/self/fd")  # where a file without a name can be given one


def write_atomically(
    path: str | os.PathLike[str], text: str | bytes, *, within: Path | None = None
) -> None:
    """Write beside the file, then put the new one in its place; links and mode are kept.

    What is not a file, such as /dev/null or a named pipe, is written to and stays what it is.
    ``within`` is for a path that nobody typed: a link must not lead out of that folder.
    Raises: WriteError, and then the old file is as it was.
    """
    target = Path(path)
    data = text.encode("utf-8", "backslashreplace") if isinstance(text, str) else text
    try:
        real = real_path(target, within=within)
        if real.exists() and not (real.is_file() or real.is_dir()):
            _pass_on(real, data)
        else:
            _replace(real, data)
    except (OSError, RuntimeError) as trouble:  # resolve() calls a loop of links a RuntimeError
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise WriteError(
            "file-not-written",
            f"cannot write {target}: {reason}",
            hint="Check that the folder exists and is writable, and that the disk has space.",
        ) from trouble


def real_path(path: Path, *, within: Path | None) -> Path:
    """Where the file lies once links are followed.

    Raises: WriteError where that is outside of ``within``; OSError, RuntimeError.
    """
    real = path.resolve()
    if within is not None and not real.is_relative_to(within.resolve()):
        raise WriteError(
            "file-outside",
            (
                f"{path} is a symbolic link to a place outside {within}; it was neither read "
                "nor written"
            ),
            hint="Remove the link.",
        )
    return real


def _pass_on(device: Path, data: bytes) -> None:
    """A device or a pipe (/dev/null, /dev/stdout) takes the bytes; a file must not replace it."""
    with device.open("wb") as stream:
        stream.write(data)


def _replace(target: Path, data: bytes) -> None:
    _require_writable(target)
    handle, draft = _open_draft(target)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
            _set_mode(handle, draft, _mode(target))
            if _is_nameless(handle):
                # The handle as a folder makes Python follow the link; the path is absolute.
                os.link(_HANDLES / str(handle), draft, src_dir_fd=handle)
        _move(draft, target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _require_writable(target: Path) -> None:
    """A new file could take the place of one that somebody made read-only on purpose.

    Raises: PermissionError.
    """
    if target.exists() and not (_mode(target) & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(EACCES, "the file is read-only")


def _open_draft(target: Path) -> tuple[int, Path]:
    """A new file beside the target; on Linux without a name, so a kill leaves no half of it."""
    from secrets import token_hex

    draft = target.with_name(f".{target.name[:100]}.{token_hex(6)}.tmp")
    if hasattr(os, "O_TMPFILE") and _HANDLES.is_dir() and not target.is_dir():
        with suppress(OSError):  # a file system that cannot
            return os.open(target.parent, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600), draft
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.open(draft, flags, 0o600), draft


def _set_mode(handle: int, draft: Path, mode: int) -> None:
    if sys.platform == "win32":
        draft.chmod(mode)
    else:
        os.fchmod(handle, mode)


def _is_nameless(handle: int) -> bool:
    return hasattr(os, "O_TMPFILE") and os.fstat(handle).st_nlink == 0


def _move(draft: Path, target: Path) -> None:
    if sys.platform == "win32":
        from time import sleep

        for _ in range(5):  # somebody else may hold the file open for a moment
            with suppress(PermissionError):
                draft.replace(target)
                return
            sleep(0.05)
    os.replace(draft, target)  # noqa: PTH105


def _mode(target: Path) -> int:
    """The old file's permissions, or what a new file would get."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
