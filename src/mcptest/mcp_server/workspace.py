"""The one folder that agents may read files from."""

from __future__ import annotations

import os
from pathlib import Path

from mcptest.errors import RefusedByPolicyError, UsageError


class Workspace:
    """Turns what an agent wrote into a real path inside the folder, or refuses.

    Links are followed before the path is judged, so none leads out. Messages repeat what was
    asked for and nothing else: where the folder lies is not the agent's to know.
    """

    def __init__(self, folder: Path) -> None:
        self.root = folder.resolve()
        if not self.root.is_dir():
            raise UsageError("agent-root", f"{folder} is not a folder")

    def path(self, written: str) -> Path:
        """A path that may be read, which need not exist.

        Raises: RefusedByPolicyError.
        """
        try:
            real = (self.root / written).resolve()
        except (OSError, ValueError, RuntimeError):
            raise _outside(written) from None
        if not real.is_relative_to(self.root):
            raise _outside(written)
        return real

    def word(self, written: str) -> str:
        """The same as a word of a command line that runs in the folder; never an option.

        Raises: RefusedByPolicyError.
        """
        return os.path.join(".", self.path(written).relative_to(self.root))  # noqa: PTH118  (keeps the dot)

    def shown(self, path: str) -> str:
        """A path as the agent would write it."""
        return path.removeprefix(str(self.root)).lstrip("/\\") or "."


def _outside(written: str) -> RefusedByPolicyError:
    return RefusedByPolicyError(
        "agent-path-outside",
        f"{written!r} is outside the served folder",
        hint="use a path inside it; --root sets the folder when the server is started",
    )
