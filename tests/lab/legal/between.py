"""What a server may say besides its answers: notifications and requests of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.lab.change import EVERYWHERE, HANDSHAKE, Answer, Change, Middle, is_result, method_of

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_OPENING = ("initialize", "ping", "")
PIPES = frozenset({"memory", "stdio"})
UNKNOWN = ("notifications/x-lab", "notifications/com.example/odd", "com.example/said", "x")


def _note(method: str, params: Any = None) -> dict[str, Any]:
    said = {"jsonrpc": "2.0", "method": method}
    return said if params is None else {**said, "params": params}


def _opened(middle: Middle) -> None:
    """Nothing is said of its own accord before the client is ready."""
    inner = middle.hear

    def hear(message: Any) -> Any:
        middle.ready = middle.ready or message.get("method") == "notifications/initialized"
        return inner(message)

    middle.hear = hear


def beside(notes: list[Any], *, after: bool, declared: dict[str, Any] | None = None):
    """A middle that says more before or after each answer of an open session."""

    def make() -> Middle:
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            if declared and method_of(asked) == "initialize" and is_result(message):
                result = message["result"]
                wider = {**result["capabilities"], **declared}
                yield {**message, "result": {**result, "capabilities": wider}}
                return
            quiet = method_of(asked) in _OPENING or not middle.ready
            told = [] if quiet else notes
            middle.made += bool(told)
            yield from () if after else told
            yield message
            yield from told if after else ()

        middle.say = say
        if declared:
            middle.hear = _levels
        _opened(middle)
        return middle

    return make


def _levels(message: Any) -> Any:
    """Who declares logging lets the level be set."""
    if message.get("method") != "logging/setLevel" or message.get("id") is None:
        return message
    params = message.get("params")
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if isinstance(params, dict) and params.get("level") in LEVELS:
        return Answer({**reply, "result": {}})
    return Answer({**reply, "error": {"code": -32602, "message": "no such level"}})


def asking(ids: list[Any], *, like_the_client: bool = False):
    """A middle that pings the client before each answer, by ids of all kinds."""

    def make() -> Middle:
        middle = Middle()
        mine: list[Any] = []
        turn = iter(range(10**9))

        def say(message: Any, asked: Any) -> Iterator[Any]:
            if middle.ready and method_of(asked) not in _OPENING:
                number = next(turn)
                own = ids[number % len(ids)] if ids else None
                own = f"{own}-{number}" if isinstance(own, str) else (own or 0) + number
                own = asked["id"] if like_the_client and asked["id"] is not None else own
                mine.append(own)
                middle.made += 1
                yield {"jsonrpc": "2.0", "id": own, "method": "ping"}
            yield message

        def hear(message: Any) -> Any:
            if "method" not in message and message.get("id") in mine:
                return None
            return message

        middle.say, middle.hear = say, hear
        _opened(middle)
        return middle

    return make


_LOGGING = "logging may be sent once it is declared; the client set no level"
_PING = "either side may ping at any time, with a string or an integer as id"


def changes() -> list[Change]:
    return [*_notes(), *_logs(), *_pings()]


def _notes() -> Iterator[Change]:
    why = "JSON-RPC: a notification with an unknown method is ignored"
    for method in UNKNOWN:
        for after in (False, True):
            place = "after" if after else "before"
            yield Change(
                f"unknown notification {method} {place} each answer",
                why,
                beside([_note(method, {"x": 1})], after=after),
                until=HANDSHAKE,
                on=PIPES if after else EVERYWHERE,  # a stream of HTTP ends with its answer
            )
    yield Change(
        "an unknown notification without params", why, beside([_note("x-lab/bare")], after=False),
        until=HANDSHAKE,
    )  # fmt: skip
    yield Change(
        "ten unknown notifications before each answer",
        why,
        beside([_note("notifications/x-lab", {"turn": n}) for n in range(10)], after=False),
        until=HANDSHAKE,
    )


def _logs() -> Iterator[Change]:
    for level in LEVELS:
        note = _note("notifications/message", {"level": level, "logger": "lab", "data": "working"})
        yield Change(
            f"log message of level {level} before each answer",
            _LOGGING,
            beside([note], after=False, declared={"logging": {}}),
            until=HANDSHAKE,
            may_apply=True,
            on=PIPES,
        )
    for name, data in {"an object": {"a": 1}, "a list": [1], "null": None, "a number": 4}.items():
        note = _note("notifications/message", {"level": "info", "data": data})
        yield Change(
            f"log message with {name} as data after each answer",
            _LOGGING,
            beside([note], after=True, declared={"logging": {}}),
            until=HANDSHAKE,
            may_apply=True,
            on=PIPES,
        )


def _pings() -> Iterator[Change]:
    kinds = {
        "a text": ["srv"],
        "an empty start": [""],
        "a small number": [1],
        "zero": [0],
        "a negative number": [-1_000_000],
        "a large number": [2**31],
        "the largest safe number": [2**53 - 1 - 10**6],
        "a long text": ["x" * 500],
        "other letters": ["ключ-鍵"],
        "a uuid": ["5f8b0a7e-8d1b-4b0f-9d0c-3f6b0a7e8d1b"],
        "punctuation": ['"\\/{}[]\t'],
    }
    for name, ids in kinds.items():
        yield Change(
            f"ping before each answer, its id {name}", _PING, asking(ids), until=HANDSHAKE,
            on=frozenset({"memory", "stdio"}), may_apply=True,
        )  # fmt: skip
    yield Change(
        "ping before each answer, its id that of the client's request",
        "each side has ids of its own",
        asking([], like_the_client=True),
        until=HANDSHAKE,
        on=PIPES,
        may_apply=True,
    )
