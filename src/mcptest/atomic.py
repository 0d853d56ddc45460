"""Replace a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mcptest.errors import WriteError


def write_atomically(path: str | os.PathLike[str], text: str | bytes) -> None:
    """Write beside the file, then put the new one in its place; links and mode are kept.

    Raises: WriteError, and then the old file is as it was.
    """
    target = Path(path)
    data = text.encode() if isinstance(text, str) else text
    try:
        _replace(target.resolve(), data)
    except (OSError, RuntimeError) as trouble:  # resolve() calls a loop of links a RuntimeError
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise WriteError(
            "file-not-written",
            f"{target} could not be written: {reason}",
            hint="Check that the folder exists, may be written to, and has room.",
        ) from trouble


def _replace(target: Path, data: bytes) -> None:
    from tempfile import NamedTemporaryFile

    with NamedTemporaryFile(
        dir=target.parent, prefix=f".{target.name}.", suffix=".tmp", delete=False
    ) as draft:
        try:
            draft.write(data)
            draft.flush()
            os.fsync(draft.fileno())
            os.chmod(draft.name, _mode(target))  # noqa: PTH101  the handle has a name, not a path
            draft.close()
            os.replace(draft.name, target)  # noqa: PTH105  the same
        except BaseException:
            draft.close()
            with suppress(OSError):
                Path(draft.name).unlink()
            raise


def _mode(target: Path) -> int:
    """The old file's permissions, or what a new file would get."""
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
