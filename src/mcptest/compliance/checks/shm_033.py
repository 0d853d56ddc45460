"""Work that nobody waits for stops when its connection is closed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.interrupted_work import was_done
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    if was_done(roots):
        yield {
            "at": "witness",
            "problem": "the server kept working on the call after its connection was closed",
        }


CHECK = RuleCheck("SHM-033", _run)
