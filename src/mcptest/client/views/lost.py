"""What the client did after the server had forgotten its session."""

from __future__ import annotations

from mcptest.client.arranging import heard, kind_of, number, part
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
        items.append(
            {
                "reopened": None in opened,
                "initialized": bool(opened),
                "went_on": bool(opened) or _goes_on(log, after),
            }
        )
    return {"items": items}


def _goes_on(log: ClientLog, after: int) -> bool:
    """Whether the client asked for more than the one request that showed the loss.

    One that leaves needs no new session.
    """
    turned_away = [
        entry
        for entry in log.of("refused")
        if number(entry) >= after
        and isinstance(message := entry["message"], dict)
        and kind_of(message) == "request"
    ]
    return len(turned_away) > 1


VIEW = ClientView(
    name="lost",
    summary="What the client did after the server had forgotten its session.",
    members={
        "items": "each lost session: initialized, reopened (without the old session id), went_on"
    },
    look=_look,
)
