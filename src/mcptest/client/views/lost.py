"""What the client did after the server had forgotten its session."""

from __future__ import annotations

from mcptest.client.arranging import heard, number, part
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject


def _look(log: ClientLog) -> JsonObject:
    items: list[Json] = []
    for fact in log.facts.get("lost", []):
        assert isinstance(fact, dict)
        after = fact["n"]
        assert isinstance(after, int)
        opened = [
            part(entry["http"], "headers", "mcp-session-id")
            for entry, message in heard(log)
            if message.get("method") == "initialize" and number(entry) >= after
        ]
        items.append({"reopened": None in opened, "initialized": bool(opened)})
    return {"items": items}


VIEW = ClientView(
    name="lost",
    summary="What the client did after the server had forgotten its session.",
    members={"items": "each lost session: initialized, reopened (without the old session id)"},
    look=_look,
)
