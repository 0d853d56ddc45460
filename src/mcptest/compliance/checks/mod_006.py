"""Compares the versions of a refusal with those that discovery names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    refused = follow_pointer(dict(roots), "/odd_meta/unsupported/error/data/supported")
    discovered = follow_pointer(dict(roots), "/opening/result/supportedVersions")
    if isinstance(refused, list) and isinstance(discovered, list):
        odd = sorted(set(map(str, refused)) ^ set(map(str, discovered)))
        if odd:
            problem = f"data.supported and supportedVersions differ in {', '.join(odd)}"
            yield {"at": "data.supported", "problem": problem}


CHECK = RuleCheck("MOD-006", _run)
