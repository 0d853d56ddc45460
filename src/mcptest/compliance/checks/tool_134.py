"""Looks for header marks that are no HTTP token, or that one tool uses twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.header_marks import header_marks
from mcptest.model.json import Json, JsonObject

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    seen: set[tuple[str, str]] = set()
    for mark in header_marks(roots):
        if not isinstance(mark.value, str) or not _TOKEN.match(mark.value):
            yield {"at": mark.tool, "problem": f"{mark.parameter}: {mark.value!r} is no token"}
            continue
        key = (mark.tool, mark.value.lower())
        if key in seen:
            yield {"at": mark.tool, "problem": f"{mark.parameter}: {mark.value} is there twice"}
        seen.add(key)


CHECK = RuleCheck("TOOL-134", _run)
