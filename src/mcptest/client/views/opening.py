"""How the client opened each session of the handshake era."""

from __future__ import annotations

from mcptest.client.arranging import answers, heard, kind_of, number, part
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era, SpecVersion


def _look(log: ClientLog) -> JsonObject:
    if log.era != Era.HANDSHAKE.value:
        return {"sessions": []}
    talks: dict[Json, list[tuple[JsonObject, JsonObject]]] = {}
    for entry, message in heard(log):
        if not entry.get("stateless") and not _is_probe(message):
            talks.setdefault(entry["conversation"], []).append((entry, message))
    found = (_session(talk, log) for talk in talks.values())
    return {"sessions": [session for session in found if session]}


def _is_probe(message: JsonObject) -> bool:
    """How a client of both eras finds out which one the server speaks."""
    return message.get("method") == "server/discover"


def _session(talk: list[tuple[JsonObject, JsonObject]], log: ClientLog) -> JsonObject:
    said = [
        pair for pair in talk if pair[1].get("method") != "ping" and kind_of(pair[1]) != "other"
    ]
    if not said:
        return {}
    opening = next((pair for pair in said if pair[1].get("method") == "initialize"), None)
    made: JsonObject = {"first": said[0][1].get("method"), "message": said[0][1]}
    if opening is None:
        return {**made, "opened": False}
    entry, message = opening
    reply = answers(log).get((entry["conversation"], *key_of(message.get("id"))))
    answered = None if reply is None else number(reply)
    later = [one for e, one in said if answered is not None and number(e) > answered]
    early = [
        one
        for e, one in said
        if number(e) > number(entry)
        and (answered is None or number(e) < answered)
        and kind_of(one) == "request"
    ]
    result = None if reply is None else part(reply["message"], "result")
    return {
        **made,
        "opened": True,
        "initialize": message,
        "params": message.get("params"),
        "asked": part(message, "params", "protocolVersion"),
        "answered": part(result, "protocolVersion"),
        "accepted": result is not None,
        "early": [one.get("method") for one in early],
        "waits": answered is not None and number(reply or entry) - number(entry) >= 1,
        "initialized": any(one.get("method") == _INITIALIZED for one in later),
        "requests": len([one for one in later if kind_of(one) == "request"]),
        "went_on": bool(later),
        "again": sum(one.get("method") == "initialize" for _, one in said) - 1,
        **_compared(part(message, "params", "protocolVersion"), part(result, "protocolVersion")),
    }


def _compared(asked: Json, answered: Json) -> JsonObject:
    first, second = (SpecVersion.from_wire(str(one)) for one in (asked, answered))
    newer = first is not None and second is not None and second > first
    return {"known": second is not None, "newer": newer, "same": asked == answered}


_INITIALIZED = "notifications/initialized"

VIEW = ClientView(
    name="opening",
    summary="How the client opened each session of the handshake era.",
    members={
        "sessions": "each one: first, message, opened, params, asked, answered, early, "
        "initialized, "
        "requests, went_on, again, known, newer, same",
    },
    look=_look,
)
