"""The client's HTTP requests, and what each should contain."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import answers, at, heard, number, part
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import Era

PATH = "/mcp"


def _look(log: ClientLog) -> JsonObject:
    items = list(_items(log)) if log.transport == "http" else []
    by_method = {
        name: [item for item in items if item["verb"] == verb]
        for name, verb in (("posts", "POST"), ("gets", "GET"), ("deletes", "DELETE"))
    }
    whole: JsonObject = {name: list[Json](found) for name, found in by_method.items()}
    return {
        **whole,
        "items": list[Json](items),
        "later": [item for item in items if item["opened"]],
        "ends": _ends(log, by_method["deletes"]),
    }


def _items(log: ClientLog) -> Iterator[JsonObject]:
    messages = {
        number(request): message
        for entry, message in heard(log)
        if isinstance(request := entry.get("http"), dict)
    }
    versions, sessions = _negotiated(log), _sessions(log)
    for entry in log.of("http"):
        if not str(entry["path"]).startswith(PATH):
            continue
        message = messages.get(number(entry), {})
        headers = entry["headers"]
        accept = str(part(headers, "accept") or "")
        conversation = _conversation(entry, headers, sessions)
        opened = versions.get(conversation)
        given = [name for name, (owner, _) in sessions.items() if owner == conversation]
        probes = bool(part(message, "params", "_meta", _VERSION_KEY)) or (
            message.get("method") == "server/discover"
        )
        is_open = opened is not None and _follows(entry, message, opened[0]) and not probes
        yield {
            "verb": entry["method"],
            "message": message or None,
            "method": message.get("method"),
            "headers": headers,
            "status": entry["status"],
            "accepts_json": _accepts(accept, "application/json"),
            "accepts_events": _accepts(accept, "text/event-stream"),
            "content_type": _media_type(part(headers, "content-type")),
            "opened": is_open and message.get("method") != "initialize",
            "version": part(headers, "mcp-protocol-version"),
            "agreed": opened[1] if opened else None,
            "same_version": opened is not None
            and part(headers, "mcp-protocol-version") == opened[1],
            "session": part(headers, "mcp-session-id"),
            "has_session": part(headers, "mcp-session-id") in given,
            "given": bool(given),
        }


def _accepts(accept: str, kind: str) -> bool:
    return kind in map(_media_type, accept.split(","))


def _media_type(value: Json) -> str:
    """Without its parameters; case does not matter (RFC 9110, section 8.3.1)."""
    return str(value or "").partition(";")[0].strip().lower()


def _follows(entry: JsonObject, message: JsonObject, reply: JsonObject) -> bool:
    """Whether a request came after the opening; a ping may have been on its way before."""
    crossing = message.get("method") == "ping" and at(entry) - at(reply) < _CROSSING
    return number(reply) < number(entry) and not crossing


def _negotiated(log: ClientLog) -> dict[Json, tuple[JsonObject, Json]]:
    """When each session was open, and at which revision; a client may refuse that revision."""
    if log.era != Era.HANDSHAKE.value:
        return {}
    taken = {e["conversation"] for e, one in heard(log) if one.get("method") in _GOES_ON}
    done, found = answers(log), dict[Json, tuple[JsonObject, Json]]()
    for entry, message in heard(log):
        reply = done.get((entry["conversation"], *key_of(message.get("id"))))
        if message.get("method") != "initialize" or entry["conversation"] not in taken:
            continue
        if reply is not None:
            version = part(reply["message"], "result", "protocolVersion")
            found.setdefault(entry["conversation"], (reply, version))
    return found


def _sessions(log: ClientLog) -> dict[Json, tuple[Json, int]]:
    return {
        entry["session"]: (entry["conversation"], number(entry))
        for entry in log.of("event")
        if entry["event"] == "session"
    }


def _conversation(entry: JsonObject, headers: Json, sessions: dict[Json, tuple[Json, int]]) -> Json:
    """By its session, or the latest one that there was."""
    known = sessions.get(part(headers, "mcp-session-id"))
    if known is not None:
        return known[0]
    if entry.get("conversation") is not None:
        return entry["conversation"]
    before = [owner for owner, n in sessions.values() if n < number(entry)]
    return before[-1] if before else None


def _ends(log: ClientLog, deletes: list[JsonObject]) -> list[Json]:
    """Whether a client that ended by itself ended its last session."""
    used = {part(entry["headers"], "mcp-session-id") for entry in log.of("http")}
    given = [entry["session"] for entry in log.of("event") if entry["event"] == "session"]
    sessions = [name for name in given if name in used]  # of others it may know nothing
    ended = [entry for entry in log.of("event") if entry["event"] == "ended"]
    by_itself = bool(ended) and ended[-1]["stopped"] is False and ended[-1]["status"] == 0
    if not sessions or not by_itself or log.facts.get("lost"):
        return []
    return [{"deleted": any(one["session"] == sessions[-1] for one in deletes)}]


_CROSSING = 1.0  # seconds
_GOES_ON = ("notifications/initialized", "tools/list", "tools/call")
_VERSION_KEY = "io.modelcontextprotocol/protocolVersion"

VIEW = ClientView(
    name="http",
    summary="The HTTP requests of the client, with what each should carry.",
    members={
        "items": "each request to the endpoint: verb, message, method, headers, status, "
        "accepts_json, "
        "accepts_events, content_type, opened, version, agreed, session, has_session, given",
        "posts": "those by POST",
        "gets": "those by GET",
        "deletes": "those by DELETE",
        "later": "those after the session was opened",
        "ends": "whether the last session was ended with DELETE: deleted",
    },
    look=_look,
)
