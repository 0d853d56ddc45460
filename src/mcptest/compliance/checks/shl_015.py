"""Work that a client still waits for goes on when its connection drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.observe.interrupted_work import was_done
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    if not was_done(roots):
        yield {
            "at": "witness",
            "problem": "the server stopped the call when its connection dropped",
        }


CHECK = RuleCheck("SHL-015", _run)
