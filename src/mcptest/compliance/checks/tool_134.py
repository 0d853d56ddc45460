"""Finds header marks that are not an HTTP token, or that one tool uses twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.header_marks import HeaderMark, header_marks
from mcptest.model.json import Json, JsonObject

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    seen: set[tuple[str, str]] = set()
    for mark in header_marks(roots):
        if not isinstance(mark.value, str) or not _TOKEN.match(mark.value):
            problem = f"the x-mcp-header {mark.value!r} is not a valid header name"
            yield {"at": mark.tool, "problem": f"{_place(mark)}: {problem}"}
            continue
        key = (mark.tool, mark.value.lower())
        if key in seen:
            problem = f"the x-mcp-header {mark.value} is used more than once"
            yield {"at": mark.tool, "problem": f"{_place(mark)}: {problem}"}
        seen.add(key)


def _place(mark: HeaderMark) -> str:
    return f'tool "{mark.tool}", parameter {mark.parameter}'


CHECK = RuleCheck("TOOL-134", _run)
