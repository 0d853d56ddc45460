"""What the client sends without being asked, and whether it declared that."""

from __future__ import annotations

from mcptest.client.arranging import heard, part
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject

_CHANGED = "notifications/roots/list_changed"


def _look(log: ClientLog) -> JsonObject:
    declared: dict[Json, Json] = {}
    changes: list[Json] = []
    for entry, message in heard(log):
        if message.get("method") == "initialize":
            capabilities = part(message, "params", "capabilities")
            declared[entry["conversation"]] = part(capabilities, "roots", "listChanged")
        elif message.get("method") == _CHANGED:
            told = declared.get(entry["conversation"]) is True
            changes.append({"message": message, "declared": told})
    return {"root_changes": changes}


VIEW = ClientView(
    name="declared",
    summary="What the client sends of its own accord, and whether it declared that.",
    members={"root_changes": "each announced change of roots: message, declared"},
    look=_look,
)
