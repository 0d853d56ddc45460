"""Looks for header marks on parameters whose name sounds like a secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.header_marks import header_marks
from mcptest.model.json import Json, JsonObject

_SECRET = re.compile(r"passw|secret|token|credential|api.?key|private.?key", re.IGNORECASE)


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for mark in header_marks(roots):
        if _SECRET.search(mark.parameter):
            problem = (
                f'tool "{mark.tool}": {mark.parameter} looks like a secret but is sent in a header'
            )
            yield {"at": mark.tool, "problem": problem}


CHECK = RuleCheck("TOOL-136", _run)
