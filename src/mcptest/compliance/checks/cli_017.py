"""Looks for finished URL elicitations that were never begun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    received = follow_pointer(dict(roots), "/transcript/received")
    messages = received if isinstance(received, list) else []
    begun = set(_ids([m for m in messages if not _is_end(m)]))
    for message in filter(_is_end, messages):
        for own in _ids([message]):
            if own not in begun:
                problem = f"the server completed the unknown elicitation {own!r}"
                yield {"at": "notifications/elicitation/complete", "problem": problem}


def _is_end(message: Json) -> bool:
    method = message.get("method") if isinstance(message, dict) else None
    return method == "notifications/elicitation/complete"


def _ids(messages: list[Json]) -> Iterator[str]:
    """Every elicitationId at any depth."""
    waiting = list(messages)
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(own := value.get("elicitationId"), str):
                yield own
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


CHECK = RuleCheck("CLI-017", _run)
