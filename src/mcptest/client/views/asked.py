"""What the server asked of the client, and how the client responded."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import at, heard, kind_of, part, told
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject

_CAPABILITY = {
    "sampling/createMessage": "sampling",
    "roots/list": "roots",
    "elicitation/create": "elicitation",
}


def _look(log: ClientLog) -> JsonObject:
    items: list[Json] = list(_items(log))
    return {"items": items}


def _items(log: ClientLog) -> Iterator[JsonObject]:
    declared = _declared(log)
    responses = [(entry, one) for entry, one in heard(log) if kind_of(one) == "response"]
    waited = {key_of(entry["id"]) for entry in log.of("event") if entry["event"] == "waited"}
    for entry, message in told(log):
        if "method" not in message or "id" not in message:
            continue
        own = (entry["conversation"], *key_of(message["id"]))
        answers = [
            (e, one) for e, one in responses if (e["conversation"], *key_of(one.get("id"))) == own
        ]
        item: JsonObject = {
            "request": message,
            "method": message["method"],
            "params": message.get("params"),
            "number": len(answers),
            "known": message["method"] in _CAPABILITY or message["method"] == "ping",
            **_capability(message, declared.get(entry["conversation"])),
            **_form(answers, waited=key_of(message["id"]) in waited),
            **_after_cancel(log, message, answers),
        }
        yield item


def _declared(log: ClientLog) -> dict[Json, Json]:
    return {
        entry["conversation"]: part(one, "params", "capabilities")
        for entry, one in heard(log)
        if one.get("method") == "initialize"
    }


def _capability(message: JsonObject, declared: Json) -> JsonObject:
    """Whether the client said that it can do this; the mode of an elicitation counts."""
    name = _CAPABILITY.get(str(message["method"]))
    own = part(declared, name) if name else None
    params = message.get("params")
    mode = part(params, "mode") or "form"
    modes = own if isinstance(own, dict) and own else {"form": {}}
    return {
        "declared": own is not None,
        "mode": mode,
        "mode_declared": str(mode) in modes,
        "with_tools": part(params, "tools") is not None,
        "tools_declared": part(own, "tools") is not None,
    }


def _form(answers: list[tuple[JsonObject, JsonObject]], *, waited: bool) -> JsonObject:
    """``silence`` only where the client had the time to answer."""
    if not answers:
        return {"form": "silence" if waited else "unknown"}
    message = answers[0][1]
    form = "error" if "error" in message else "result"
    return {
        "form": form,
        "response": message,
        "result": message.get("result"),
        "code": part(message, "error", "code"),
        "seconds": None,
    }


def _after_cancel(
    log: ClientLog, message: JsonObject, answers: list[tuple[JsonObject, JsonObject]]
) -> JsonObject:
    """How long after our cancellation an answer came; an answer may cross it on the way."""
    for entry, one in told(log):
        same = key_of(part(one, "params", "requestId")) == key_of(message["id"])
        if one.get("method") == "notifications/cancelled" and same:
            late = [at(e) - at(entry) for e, _ in answers]
            return {"cancelled": True, "late": round(max(late, default=0.0), 2)}
    return {"cancelled": False, "late": 0.0}


VIEW = ClientView(
    name="asked",
    summary="What the server asked of the client, and what the client made of it.",
    members={
        "items": "each request: request, method, params, number (of answers), declared, form "
        "(result, error, silence or unknown), response, result, code, cancelled, late",
    },
    look=_look,
)
