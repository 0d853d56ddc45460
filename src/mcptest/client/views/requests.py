"""The client's requests: calls, lists, and whether the server offered them."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import answers, heard, kind_of, number, part, told
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import MISSING, Json, JsonObject, json_type

_OFFERED = {
    "tools": "tools",
    "resources": "resources",
    "prompts": "prompts",
    "logging": "logging",
    "completion": "completions",
}


def _look(log: ClientLog) -> JsonObject:
    calls: list[Json] = list(_calls(log))
    tokens: list[Json] = list(_tokens(log))
    return {
        "calls": calls,
        "cursors": list(_cursors(log)),
        "offered": list(_offered(log)),
        "tokens": tokens,
        "progress": list(_progress(log)),
        "followed": _followed(log),
    }


def _calls(log: ClientLog) -> Iterator[JsonObject]:
    listed = {
        part(tool, "name") for _, one in told(log) for tool in _list(part(one, "result", "tools"))
    }
    for _, message in heard(log):
        params = message.get("params")
        if message.get("method") == "tools/call" and kind_of(message) == "request":
            arguments = params.get("arguments", MISSING) if isinstance(params, dict) else MISSING
            name = part(params, "name")
            yield {
                "message": message,
                "name": name,
                "arguments": json_type(arguments),
                "listed": name in listed,
                "any_listed": bool(listed),
            }


def _cursors(log: ClientLog) -> Iterator[JsonObject]:
    """A cursor counts as given only to the same list."""
    given: dict[Json, set[Json]] = {}
    asked: dict[tuple[Json, str, str], Json] = {}
    for entry in log.of("heard", "told"):
        message = entry["message"]
        if not isinstance(message, dict):
            continue
        own = (entry["conversation"], *key_of(message.get("id")))
        if entry["kind"] == "told":
            cursor = part(message, "result", "nextCursor")
            if isinstance(cursor, str):
                given.setdefault(asked.get(own), set()).add(cursor)
            continue
        asked[own] = method = message.get("method")
        params = message.get("params")
        if isinstance(params, dict) and "cursor" in params and str(method).endswith("/list"):
            cursor = params["cursor"]
            hashable = cursor if isinstance(cursor, str) else None
            yield {
                "message": message,
                "cursor": cursor,
                "given": hashable is not None and hashable in given.get(method, set()),
            }


def _followed(log: ClientLog) -> list[Json]:
    """Each list that had more pages, where the client was told to list all of it."""
    wanted = {
        f"{str(step['do']).removeprefix('list_')}/list"
        for step in log.script
        if str(step.get("do")).startswith("list_")
    }
    pages: dict[Json, list[Json]] = {}
    done = answers(log)
    for entry, message in heard(log):
        if message.get("method") in wanted:
            reply = done.get((entry["conversation"], *key_of(message.get("id"))))
            if reply is not None:
                cursor = part(reply["message"], "result", "nextCursor")
                pages.setdefault(message["method"], []).append(cursor)
    return [
        {"method": method, "pages": len(seen), "complete": None in seen}
        for method, seen in pages.items()
        if any(cursor is not None for cursor in seen)
    ]


def _offered(log: ClientLog) -> Iterator[JsonObject]:
    """Requests for a feature, and whether the server declared it before."""
    offers: dict[Json, Json] = {}
    for entry in log.of("heard", "told"):
        message = entry["message"]
        if not isinstance(message, dict):
            continue
        offer = part(message, "result", "capabilities")
        if entry["kind"] == "told" and offer is not None:
            offers[entry["conversation"]] = offer
            continue
        method = str(message.get("method"))
        feature = _OFFERED.get(method.partition("/")[0])
        if entry["kind"] == "heard" and feature and entry["conversation"] in offers:
            offer = offers[entry["conversation"]]
            subscribes = method in ("resources/subscribe", "resources/unsubscribe")
            yield {
                "message": message,
                "method": method,
                "feature": feature,
                "declared": part(offer, feature) is not None,
                "subscribes": subscribes,
                "subscribable": part(offer, "resources", "subscribe") is True,
            }


def _tokens(log: ClientLog) -> Iterator[JsonObject]:
    """Progress tokens, and whether another request that was not answered had the same."""
    done = answers(log)
    active: list[tuple[tuple[str, str], tuple[Json, str, str]]] = []
    for entry, message in heard(log):
        meta = part(message, "params", "_meta")
        if kind_of(message) != "request" or not isinstance(meta, dict):
            continue
        if "progressToken" not in meta:
            continue
        token = key_of(meta["progressToken"])
        running = [
            other
            for other, own in active
            if (reply := done.get(own)) is None or number(reply) > number(entry)
        ]
        active.append((token, (entry["conversation"], *key_of(message.get("id")))))
        yield {
            "message": message,
            "type": json_type(meta["progressToken"]),
            "repeated": token in running,
        }


def _progress(log: ClientLog) -> Iterator[JsonObject]:
    """Progress that the client reports on what the server asked."""
    given = {
        key_of(part(one, "params", "_meta", "progressToken"))
        for _, one in told(log)
        if "id" in one and "method" in one
    }
    last: dict[tuple[str, str], float] = {}
    for _, message in heard(log):
        if message.get("method") != "notifications/progress":
            continue
        token = key_of(part(message, "params", "progressToken"))
        value = part(message, "params", "progress")
        amount = float(value) if isinstance(value, int | float) else float("nan")
        rises = token not in last or amount > last[token]
        last[token] = amount
        yield {"message": message, "given": token in given, "rises": rises}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


VIEW = ClientView(
    name="requests",
    summary=(
        "What the client asks of the server: calls, lists, and whether the server offered them."
    ),
    members={
        "calls": "each tools/call: message, name, arguments (its JSON type), listed, any_listed",
        "cursors": "each list request with a cursor: message, cursor, given",
        "followed": "each list with more pages: method, pages, complete",
        "offered": "each request for a feature: message, method, feature, declared, subscribes, "
        "subscribable",
        "tokens": "each progress token: message, type, repeated",
        "progress": "each progress notification of the client: message, given, rises",
    },
    look=_look,
)
