"""The folder that generated arguments point into where a tool may change what they name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from shutil import rmtree
from tempfile import gettempdir
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
        # Resolved, since a server may tell the path as the file system has it.
        self._gone: finalize[..., Sandbox] | None = None
        self.path = str(Path(os.path.realpath(gettempdir())) / f"mcptest-{token_hex(8)}")

    @property
    def names(self) -> Mapping[str, str]:
        """What a report says instead."""
        return {self.path: SHOWN}

    def folder(self) -> str:
        """The path; the folder exists, and is readable for nobody else."""
        Path(self.path).mkdir(mode=0o700, exist_ok=True)
        if self._gone is None or not self._gone.alive:
            self._gone = finalize(self, rmtree, self.path, ignore_errors=True)
        return self.path

    def remove(self) -> None:
        """With everything that the tools made in it."""
        if self._gone is not None:
            self._gone()
