"""Looks for progress that comes after the response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.progress_of import calls_of, is_progress
from mcptest.model.json import Json, JsonObject


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    for name, call in calls_of(roots):
        received = call.get("received")
        over = False
        for message in received if isinstance(received, list) else ():
            over = over or message == call.get("message")
            if over and is_progress(message, call):
                yield {"at": name, "problem": "a progress notification arrived after the response"}


CHECK = RuleCheck("UTIL-012", _run)
