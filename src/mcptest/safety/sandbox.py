"""The temporary folder that generated paths point to if a tool may change files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from weakref import finalize

from mcptest.safety.tool_class import Classification, ToolClass

SHOWN: Final = "<temporary folder>"  # in reports, since its name is another one in every run


def belongs_there(found: Classification) -> bool:
    """Whether a tool may change what its arguments name: all that are not known to read."""
    return found.tool_class.rank >= ToolClass.MUTATING.rank or not found.reads


class Sandbox:
    """Made when it is first asked for, so that a run that changes nothing makes no folder."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}  # what a report says instead of the path, once there is one
        self._gone: finalize[..., Sandbox] | None = None

    def folder(self) -> str:
        """The path; the folder exists, and is readable for nobody else."""
        from shutil import rmtree

        path = next(iter(self.names), None) or self._name()
        Path(path).mkdir(mode=0o700, exist_ok=True)
        if self._gone is None or not self._gone.alive:
            self._gone = finalize(self, rmtree, path, ignore_errors=True)
        return path

    def _name(self) -> str:
        """Resolved, since a server may tell the path as the file system has it."""
        from tempfile import gettempdir

        path = str(Path(os.path.realpath(gettempdir())) / f"mcptest-{os.urandom(8).hex()}")
        self.names[path] = SHOWN
        return path

    def remove(self) -> None:
        """With everything that the tools made in it."""
        if self._gone is not None:
            self._gone()
