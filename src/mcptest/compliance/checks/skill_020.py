"""Looks for _meta keys of SKILL.md without a prefix."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_PREFIXED: Final = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    places = ("/skills/manifest/content/_meta", "/skills/manifest/resource/_meta")
    for place in places:
        meta = follow_pointer(dict(roots), place)
        for key in meta if isinstance(meta, dict) else ():
            if not _PREFIXED.match(key):
                yield {"at": key, "problem": f'the _meta key "{key}" has no prefix'}


CHECK = RuleCheck("SKILL-020", _run)
