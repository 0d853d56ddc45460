"""The cancellations that the client sent, and the requests that it abandoned."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import answers, heard, kind_of, number, part
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject


def _look(log: ClientLog) -> JsonObject:
    items: list[Json] = list(_items(log))
    return {"items": items, "given_up": _given_up(log)}


def _items(log: ClientLog) -> Iterator[JsonObject]:
    asked: dict[tuple[Json, str, str], JsonObject] = {}
    away, done = _turned_away(log), answers(log)
    for entry, message in heard(log):
        conversation = entry["conversation"]
        if kind_of(message) == "request":
            asked[(conversation, *key_of(message.get("id")))] = message
        elif message.get("method") == "notifications/cancelled":
            own = (conversation, *key_of(part(message, "params", "requestId")))
            reply = done.get(own)
            known = asked.get(own) or away.get(own[1:])
            yield {
                "message": message,
                "known": known is not None,
                "running": reply is None or number(reply) > number(entry) or _crossed(reply, entry),
                "of": known and known.get("method"),
            }


def _turned_away(log: ClientLog) -> dict[tuple[str, str], JsonObject]:
    """Requests that were answered with an HTTP status alone, by their id."""
    found: dict[tuple[str, str], JsonObject] = {}
    for entry in log.of("refused"):
        message = entry["message"]
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict):
                found[key_of(one.get("id"))] = one
    return found


def _crossed(reply: JsonObject, entry: JsonObject) -> bool:
    """The response may have been on its way when the client gave up."""
    first, second = reply["at"], entry["at"]
    assert isinstance(first, float | int)
    assert isinstance(second, float | int)
    return second - first < _CROSSING


def _given_up(log: ClientLog) -> list[Json]:
    """Requests whose response a scenario held back, and what the client did then."""
    cancelled = [
        key_of(part(one, "params", "requestId"))
        for _, one in heard(log)
        if one.get("method") == "notifications/cancelled"
    ]
    return [
        {**fact, "cancelled": key_of(fact["id"]) in cancelled}
        for fact in log.facts.get("held", [])
        if isinstance(fact, dict)
    ]


_CROSSING = 3.0  # seconds; a busy machine delivers late

VIEW = ClientView(
    name="cancellations",
    summary="The cancellations that the client sent, and the requests that it gave up.",
    members={
        "items": "each cancellation: message, known (a request of its own), running, of (the "
        "method)",
        "given_up": "requests whose response was held back: id, method, moved_on, closed, "
        "cancelled",
    },
    look=_look,
)
