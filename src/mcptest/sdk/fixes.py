"""Code for the most frequent findings, by id and SDK."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from mcptest.model.run import SdkFacts
from mcptest.prebuilt import Prebuilt

LANGUAGES: Final = {
    "fastmcp": "FastMCP",
    "python": "Python SDK",
    "python-1": "Python SDK 1",
    "python-2": "Python SDK 2",
    "typescript": "TypeScript SDK",
    "typescript-1": "TypeScript SDK 1",
    "typescript-2": "TypeScript SDK 2",
    "csharp": "C# SDK",
    "go": "Go SDK",
    "rust": "Rust SDK",
    "java": "Java SDK",
}


@cache
def fixes() -> Mapping[str, Mapping[str, str]]:
    """Read once a process: for each id the languages in the order above."""
    found = PREBUILT.load()
    return {
        name: {key: codes[key].strip("\n") for key in LANGUAGES if key in codes}
        for name, codes in found.items()
    }


def fix_for(entry_id: str, sdk: SdkFacts) -> str | None:
    """For exactly this major version where there is one, else for all of the SDK."""
    known = fixes().get(entry_id, {})
    return known.get(sdk.id, known.get(sdk.language))


def _build() -> dict[str, Any]:
    import tomllib

    return {file.stem: tomllib.loads(file.read_text("utf-8")) for file in sorted(_files())}


def _files() -> list[Path]:
    return list(_FOLDER.glob("*.toml"))


_FOLDER: Final = Path(__file__).with_name("fixes")
PREBUILT: Final = Prebuilt("fixes", _FOLDER.parent, sources=_files, build=_build)
