"""The progress that was reported for each call of the progress view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.model.json import Json, JsonObject

TOKENS: Mapping[str, Json] = {"text": "mcptest-progress", "number": 4711}


def calls_of(roots: Mapping[str, Json]) -> Iterator[tuple[str, JsonObject]]:
    """Each call with a token: its name in the view, and its reply."""
    view = roots.get("progress")
    for name in TOKENS:
        call = view.get(name) if isinstance(view, dict) else None
        if isinstance(call, dict):
            yield name, call


def is_progress(message: Json, name: str) -> bool:
    """The message reports progress of that call."""
    if not isinstance(message, dict) or message.get("method") != "notifications/progress":
        return False
    params = message.get("params")
    return isinstance(params, dict) and params.get("progressToken") == TOKENS[name]
