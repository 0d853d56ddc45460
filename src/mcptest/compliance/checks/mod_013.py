"""Compares the lists of one connection with those of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.check import Check
from mcptest.compliance.names_of import KEYS, difference, first_page, names_of
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    stranger = roots.get("stranger")
    for member in KEYS:
        other = stranger.get(member) if isinstance(stranger, dict) else None
        here = names_of(first_page(roots.get(member)), member)
        problem = difference(here, names_of(other, member))
        if problem is not None:
            yield {"at": f"{member}/list", "problem": problem}


CHECK = Check("MOD-013", _run)
