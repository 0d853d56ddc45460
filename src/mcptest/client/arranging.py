"""Parts of a log that several views need: messages, sessions, and when each was answered."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.model.json import Json, JsonObject


def heard(log: ClientLog) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Every message of the client that is an object, those of batches too, with its entry."""
    for entry in log.of("heard"):
        message = entry["message"]
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict):
                yield entry, one


def kind_of(message: JsonObject) -> str:
    """Request, notification, response, or none of them."""
    if isinstance(message.get("method"), str):
        return "request" if "id" in message else "notification"
    return "response" if {"result", "error"} & message.keys() else "other"


def told(log: ClientLog) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Every message to the client that is an object, with its entry."""
    for entry in log.of("told"):
        message = entry["message"]
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict):
                yield entry, one


def answers(log: ClientLog) -> dict[tuple[Json, str, str], JsonObject]:
    """The entry that answered each request of the client, by conversation and id."""
    found: dict[tuple[Json, str, str], JsonObject] = {}
    for entry, message in told(log):
        if "method" not in message:
            found.setdefault((entry["conversation"], *key_of(message.get("id"))), entry)
    return found


def at(entry: JsonObject) -> float:
    seconds = entry["at"]
    assert isinstance(seconds, float | int)
    return float(seconds)


def number(entry: JsonObject) -> int:
    found = entry["n"]
    assert isinstance(found, int)
    return found


def part(value: Json, *path: str) -> Json:
    """A member of members; None where there is none."""
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def driven(log: ClientLog) -> bool:
    """Whether the client does what its steps say: it made the first call of them.

    Of one that sent too much, nobody knows what else it did.
    """
    calls = [step for step in log.script if step.get("do") == "call_tool"]
    if not calls or log.full:
        return False
    wanted = (calls[0].get("name"), calls[0].get("arguments"))
    made = [message for _, message in heard(log) if message.get("method") == "tools/call"]
    return any(
        (part(one, "params", "name"), part(one, "params", "arguments") or {}) == wanted
        for one in made
    )


def went_on(log: ClientLog, after: int) -> bool:
    """Whether the client asked anything after an entry."""
    return any(
        number(entry) >= after and kind_of(message) == "request" for entry, message in heard(log)
    )
