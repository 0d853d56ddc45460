"""Looks for an input request of a task whose key stood for another request before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject, same_json
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    polls = follow_pointer(dict(roots), "/task_input/polls")
    known: dict[str, Json] = {}
    for poll in polls if isinstance(polls, list) else ():
        asked = follow_pointer(poll, "/result/inputRequests")
        for key, request in asked.items() if isinstance(asked, dict) else ():
            if key in known and not same_json(known[key], request):
                said = f'the input request "{key}" differs from an earlier one with the same key'
                yield {"at": key, "problem": said}
            known[key] = request


CHECK = RuleCheck("TASKX-013", _run)
