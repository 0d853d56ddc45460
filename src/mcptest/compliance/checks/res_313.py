"""Looks for a file of the machine in what a climbing URI gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.foreign_file import leaks
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name in ("climbing", "encoded"):
        read = follow_pointer(dict(roots), f"/odd_reads/{name}")
        if isinstance(read, dict):
            uri = follow_pointer(read, "/request/params/uri")
            yield from leaks(read, str(uri))


CHECK = RuleCheck("RES-313", _run)
