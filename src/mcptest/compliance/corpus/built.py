"""Load the rules from one prebuilt file instead of hundreds of YAML files."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypedDict

from mcptest.compliance.corpus.folder import FolderData, read_folder
from mcptest.model.json import Json
from mcptest.model.spec_version import SpecVersion
from mcptest.prebuilt import Prebuilt

ROOM: Final = Path(__file__).parent.parent


class Built(TypedDict):
    """Every folder by the name of its revision, and the table of claims."""

    folders: dict[str, FolderData]
    claims: Json


def rules_in(room: Path = ROOM) -> Prebuilt:
    """What is built from ``rules/`` and ``corpus/claims.yaml`` of a folder."""
    rules, claims = room / "rules", room / "corpus" / "claims.yaml"
    return Prebuilt(
        "rules",
        room / "corpus",
        lambda: [claims, *rules.glob("*/*.yaml")],
        lambda: _build(rules, claims),
    )


def load_built() -> Built:
    """Raises: FileProblemsError where a rule cannot be read."""
    found: Built = rules_in().load()
    return found


def _build(rules: Path, claims: Path) -> Built:
    """Read every file with its checks.

    Raises: FileProblemsError.
    """
    from mcptest.suite.yaml.source import load_source

    folders = {
        version.value: read_folder(version, rules / version.value)
        for version in SpecVersion
        if (rules / version.value).is_dir()
    }
    return {"folders": folders, "claims": load_source(claims, kind="rule").plain()}
