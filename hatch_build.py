"""Puts the built rules into the wheel: one file instead of hundreds to read at run time."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulesHook(BuildHookInterface):  # type: ignore[type-arg]
    """An editable install builds its own on first use, so that a changed rule is seen."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the rules and have them included."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "src")))
        from mcptest.compliance.corpus import built

        with tempfile.NamedTemporaryFile(suffix=".json", delete=False) as file:
            file.write(built.dump(built.build()))
        self._file = Path(file.name)
        target = built.SHIPPED.relative_to(Path(self.root, "src").resolve()).as_posix()
        build_data["force_include"][file.name] = target

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file that was included."""
        del version, build_data, artifact_path
        if hasattr(self, "_file"):
            self._file.unlink()
