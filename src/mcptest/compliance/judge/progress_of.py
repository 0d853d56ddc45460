"""The progress notifications of each call in the progress view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.model.json import Json, JsonObject, Missing, same_json
from mcptest.schema.pointer import follow_pointer

_WITH_TOKEN = ("text", "number")


def calls_of(roots: Mapping[str, Json]) -> Iterator[tuple[str, JsonObject]]:
    """Each call with a token: its name in the view, and its reply."""
    view = roots.get("progress")
    for name in _WITH_TOKEN:
        call = view.get(name) if isinstance(view, dict) else None
        if isinstance(call, dict):
            yield name, call


def is_progress(message: Json, call: JsonObject) -> bool:
    """The message reports progress of that call."""
    if not isinstance(message, dict) or message.get("method") != "notifications/progress":
        return False
    token = follow_pointer(call, "/request/params/_meta/progressToken")
    params = message.get("params")
    said = params.get("progressToken") if isinstance(params, dict) else None
    return not isinstance(token, Missing) and same_json(said, token)
