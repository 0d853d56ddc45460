"""A reply as data for targets: absent members are left out, never null."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.wire.http.connections.rate_limit import TOO_MANY
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind

_FORMS = {
    ReplyKind.ACCEPTED: "accepted",
    ReplyKind.TIMED_OUT: "silence",
    ReplyKind.CLOSED: "closed",
    ReplyKind.MALFORMED: "malformed",
    ReplyKind.REFUSED: "refused",
}
_BODY_SHOWN = 64 * 1024
_UNKNOWN = -32601


def form_of(reply: Reply) -> str:
    """``result``, ``input-required``, ``tool-error``, ``error``, or how no answer came."""
    if reply.kind is not ReplyKind.ANSWERED:
        return _FORMS[reply.kind]
    if not isinstance(reply.error, Missing):
        return "error"
    result = reply.result if isinstance(reply.result, dict) else {}
    if result.get("resultType") == "input_required":
        return "input-required"
    return "tool-error" if result.get("isError") is True else "result"


def reply_root(reply: Reply) -> JsonObject:
    """Everything a rule may ask of one exchange."""
    root: JsonObject = {
        "form": form_of(reply),
        "method": reply.method,
        "duration_ms": reply.duration_ms,
        "notifications": list(reply.notifications),
        "server_requests": list(reply.server_requests),
    }
    for name, value in _parts(reply):
        if not isinstance(value, Missing):
            root[name] = value
    if reply.problem is not None:
        root["problem"] = reply.problem
    if reply.http is not None:
        root["http"] = http_root(reply.http)
    if reply.ending is not None:
        root["ending"] = str(reply.ending)
    return root


def _parts(reply: Reply) -> tuple[tuple[str, MaybeJson], ...]:
    return (
        ("request", reply.request),
        ("message", reply.message),
        ("result", reply.result),
        ("error", reply.error),
    )


def http_root(facts: HttpFacts) -> JsonObject:
    """Header names in lower case, since HTTP compares them so."""
    headers: dict[str, Json] = {name.lower(): value for name, value in facts.headers.items()}
    return {
        "status": facts.status,
        "headers": headers,
        "content_type": facts.content_type.partition(";")[0].strip().lower(),
        "body": facts.body[:_BODY_SHOWN].decode("utf-8", "replace"),
        "event_ids": list(facts.event_ids),
        "left_open": facts.left_open,
    }


def is_unknown(*roots: Json) -> bool:
    """Whether one of them says that the server does not have the method at all."""
    errors = [root.get("error") for root in roots if isinstance(root, dict)]
    return any(isinstance(error, dict) and error.get("code") == _UNKNOWN for error in errors)


def was_cut_off(seen: Json) -> bool:
    """Whether the connection ended before a response came, anywhere in what was seen."""
    if isinstance(seen, dict):
        closed = seen.get("form") == _FORMS[ReplyKind.CLOSED]
        return closed or any(was_cut_off(member) for member in seen.values())
    return isinstance(seen, list) and any(was_cut_off(item) for item in seen)


def was_limited(seen: Json) -> bool:
    """Whether the server turned a request away because they came too fast, in what was seen."""
    if isinstance(seen, dict):
        http = seen.get("http")
        limited = isinstance(http, dict) and http.get("status") == TOO_MANY
        return limited or any(was_limited(member) for member in seen.values())
    return isinstance(seen, list) and any(was_limited(item) for item in seen)
