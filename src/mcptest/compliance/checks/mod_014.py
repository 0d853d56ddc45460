"""Compares the lists of one connection with those that it gives later on."""

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
            problem = difference(firsts.setdefault(listing.conversation, listing), listing)
            if problem is not None:
                yield {
                    "at": method,
                    "problem": f"{method} before and after other requests: {problem}",
                }
                break


CHECK = RuleCheck("MOD-014", _run)
