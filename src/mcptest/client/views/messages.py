"""Every message of the client, with what each shows on its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mcptest.client.arranging import heard, kind_of, number, part, told
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import MISSING, Json, JsonObject, json_type
from mcptest.model.spec_version import Era


def _look(log: ClientLog) -> JsonObject:
    items: list[Json] = list(_items(log))
    kinds: dict[str, list[Json]] = {"requests": [], "notifications": [], "responses": []}
    for item in items:
        assert isinstance(item, dict)
        kinds.setdefault(f"{item['kind']}s", []).append(item)
    batches: list[Json] = [
        {"message": entry["message"], "size": len(entry["message"])}
        for entry in log.of("heard")
        if isinstance(entry["message"], list)
    ]
    garbled: list[Json] = [
        {"raw": entry["raw"], "problem": entry["problem"], "over": log.transport}
        for entry in log.of("garbled")
    ]
    whole: list[Json] = [
        {"batch": isinstance(e["message"], list), "message": e["message"]} for e in log.of("heard")
    ]
    return {
        "items": items,
        "requests": kinds["requests"],
        "notifications": kinds["notifications"],
        "responses": kinds["responses"],
        "whole": whole,
        "batches": batches,
        "garbled": garbled,
        "lines": [*whole, *garbled],
    }


def _items(log: ClientLog) -> Iterator[JsonObject]:
    used: Counter[tuple[Json, str, str]] = Counter()
    asked = {
        (entry["conversation"], *key_of(one.get("id"))): one
        for entry, one in told(log)
        if "method" in one and "id" in one
    }
    responses: set[tuple[Json, str, str]] = set()
    for entry, message in heard(log):
        own = (entry["conversation"], *key_of(message.get("id")))
        kind = kind_of(message)
        item: JsonObject = {
            "message": message,
            "kind": kind,
            "method": message.get("method"),
            "conversation": entry["conversation"],
            "n": entry["n"],
            "stateless": entry.get("stateless", False),
            "jsonrpc": message.get("jsonrpc"),
            "params": json_type(message.get("params", MISSING)),
        }
        if kind == "request":
            item |= _of_request(message, _runs(own, used[own], entry, log))
            used[own] += not _was_turned_away(entry)
        elif kind == "response":
            item |= _of_response(message, own in asked, own in responses)
            responses.add(own)
        yield item


def _was_turned_away(entry: JsonObject) -> bool:
    """Whether HTTP refused the request, so that a client may repeat it as it was."""
    status = part(entry.get("http"), "status")
    return isinstance(status, int) and status >= _REFUSED


def _runs(
    own: tuple[Json, str, str], before: int, entry: JsonObject, log: ClientLog
) -> bool | None:
    """In the stateless era an id may be used again once its request was answered.

    Over HTTP nothing tells there whether two requests come from one client or from two, which
    may use the same ids.
    """
    if log.era != Era.STATELESS.value:
        return before > 0
    if log.transport != "stdio":
        return None
    answered = [
        reply
        for reply, one in told(log)
        if "method" not in one and (reply["conversation"], *key_of(one.get("id"))) == own
    ]
    return sum(number(reply) < number(entry) for reply in answered) < before


def _of_request(message: JsonObject, reused: bool | None) -> JsonObject:  # noqa: FBT001
    method = str(message.get("method"))
    return {
        "id": message.get("id"),
        "id_type": json_type(message.get("id", MISSING)),
        "reused": reused,
        "is_notification": method.startswith("notifications/"),
    }


def _of_response(message: JsonObject, expected: bool, repeated: bool) -> JsonObject:  # noqa: FBT001
    error = message.get("error")
    return {
        "id": message.get("id"),
        "id_type": json_type(message.get("id", MISSING)),
        "expected": expected,
        "repeated": repeated,
        "both": {"result", "error"} <= message.keys(),
        "code": json_type(error.get("code", MISSING)) if isinstance(error, dict) else None,
        "text": json_type(error.get("message", MISSING)) if isinstance(error, dict) else None,
        "is_error": "error" in message,
    }


_REFUSED = 400  # the first status of a failure

VIEW = ClientView(
    name="messages",
    summary="Every message of the client, with what can be said of it alone.",
    members={
        "items": "each message: message, kind, method, jsonrpc, params (its JSON type), "
        "conversation",
        "requests": "those with a method and an id: id, id_type, reused, is_notification",
        "notifications": "those with a method alone",
        "responses": "those with a result or an error: expected, repeated, both, code, text",
        "whole": "messages and batches as they came: batch, message",
        "batches": "lists of messages: message, size",
        "garbled": "bytes that are not a message: raw, problem, over",
        "lines": "whole and garbled together",
    },
    look=_look,
)
