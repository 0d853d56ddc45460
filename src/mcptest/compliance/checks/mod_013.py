"""Compares the first lists of each connection with those of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.listings import SeenListing, difference, listings
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    version = follow_pointer(dict(roots), "/session/version")
    for (method, _), found in listings(roots, str(version)).items():
        firsts: dict[int, SeenListing] = {}
        for listing in found:
            firsts.setdefault(listing.conversation, listing)
        first, *others = firsts.values()
        problems = (difference(first, other) for other in others)
        problem = next((each for each in problems if each is not None), None)
        if problem is not None:
            yield {"at": method, "problem": f"{method} on two connections: {problem}"}


CHECK = RuleCheck("MOD-013", _run)
