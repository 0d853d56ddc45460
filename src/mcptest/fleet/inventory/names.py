"""The file names of a fleet."""

from __future__ import annotations

from typing import Final

MAIN_NAMES: Final = ("fleet.yml", "fleet.yaml")
_ENDINGS: Final = (".fleet.yml", ".fleet.yaml")


def is_fleet_name(name: str) -> bool:
    """Whether a file of this name is a fleet."""
    return name in MAIN_NAMES or name.endswith(_ENDINGS)
