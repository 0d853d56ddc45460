"""Puts built data into the wheel: one JSON file each instead of YAML and TOML at run time."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PrebuiltHook(BuildHookInterface):  # type: ignore[type-arg]
    """An editable install builds its own on first use, so that a changed rule is seen."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the data and have it included."""
        if version == "editable":
            return
        source = Path(self.root, "src").resolve()
        sys.path.insert(0, str(source))
        from mcptest.client.corpus import CLIENT_RULES
        from mcptest.compliance.corpus.built import rules_in
        from mcptest.prebuilt import dump
        from mcptest.safety.lexicon import PREBUILT as WORDS
        from mcptest.sdk.fixes import PREBUILT as FIXES
        from mcptest.sdk.profiles import PREBUILT as SDKS
        from mcptest.shapes.revision import PREBUILT as SHAPES

        self._folder = tempfile.TemporaryDirectory()
        for each in (rules_in(), CLIENT_RULES, WORDS, SHAPES, SDKS, FIXES):
            file = Path(self._folder.name, each.shipped.name)
            file.write_bytes(dump(each.whole()))
            build_data["force_include"][str(file)] = each.shipped.relative_to(source).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files that were included."""
        del version, build_data, artifact_path
        if hasattr(self, "_folder"):
            self._folder.cleanup()
