"""Other legal answers: errors in other words, other texts, other times, other pages."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.lab.change import (
    HANDSHAKE,
    Answer,
    Change,
    Middle,
    Pause,
    is_error,
    is_result,
    method_of,
)

MESSAGES = {
    "short": "no",
    "empty": "",
    "long": "it did not work. " * 200,
    "in another language": "ошибка 不正確",
    "of several lines": "first\nsecond\n\tthird",
    "with quotes": 'he said "no" \\ {}',
}
DATA = {
    "a text": "more",
    "a number": 7,
    "null": None,
    "a list": ["a", {"b": 1}],
    "an object": {"detail": "more"},
    "false": False,
}
KEEPS_DATA = {-32020, -32021, -32022, -32042}  # these have data of their own


def counted(change: Callable[[Any, Any], Any]) -> Callable[[], Middle]:
    """A middle that changes a copy of each message; None leaves it as it is."""

    def make() -> Middle:
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            other = change(deepcopy(message), asked)
            middle.made += other is not None
            yield message if other is None else other

        middle.say = say
        return middle

    return make


def _worded(text: str) -> Callable[[Any, Any], Any]:
    def change(message: Any, asked: Any) -> Any:
        if not is_error(message):
            return None
        message["error"]["message"] = text
        return message

    return change


def _with_data(data: Any) -> Callable[[Any, Any], Any]:
    def change(message: Any, asked: Any) -> Any:
        if not is_error(message) or message["error"].get("code") in KEEPS_DATA:
            return None
        message["error"]["data"] = data
        return message

    return change


def _without_data(message: Any, asked: Any) -> Any:
    if not is_error(message) or message["error"].get("code") in KEEPS_DATA:
        return None
    return message if message["error"].pop("data", None) is not None else None


def _opening(**more: Any) -> Callable[[Any, Any], Any]:
    def change(message: Any, asked: Any) -> Any:
        if method_of(asked) != "initialize" or not is_result(message):
            return None
        message["result"].update(more)
        return message

    return change


def _named(**more: Any) -> Callable[[Any, Any], Any]:
    def change(message: Any, asked: Any) -> Any:
        if method_of(asked) != "initialize" or not is_result(message):
            return None
        message["result"]["serverInfo"].update(more)
        return message

    return change


def _capable(**more: Any) -> Callable[[Any, Any], Any]:
    def change(message: Any, asked: Any) -> Any:
        opening = method_of(asked) in ("initialize", "server/discover")
        if not opening or not is_result(message):
            return None
        capabilities = message["result"]["capabilities"]
        for name, value in more.items():
            old = capabilities.get(name, {})
            if name in ("tools", "resources", "prompts") and name not in capabilities:
                continue
            capabilities[name] = {**old, **value} if isinstance(value, dict) else value
        return message

    return change


def _reversed_list(message: Any, asked: Any) -> Any:
    method = method_of(asked)
    if not method.endswith("/list") or not is_result(message) or "nextCursor" in message["result"]:
        return None
    name = method.rpartition("/list")[0].rpartition("/")[2]
    key = "resourceTemplates" if name == "templates" else name
    if key not in message["result"] or (asked.get("params") or {}).get("cursor"):
        return None
    message["result"][key] = message["result"][key][::-1]
    return message


def _text_result(prefix: str) -> Callable[[Any, Any], Any]:
    """A block more at the end of what a tool gives, where nothing structured mirrors it."""

    def change(message: Any, asked: Any) -> Any:
        if method_of(asked) != "tools/call" or not is_result(message):
            return None
        result = message["result"]
        if result.get("isError") or "structuredContent" in result or "content" not in result:
            return None
        result["content"].append({"type": "text", "text": prefix})
        return message

    return change


def pages(size: int, cursor: Callable[[int], str], *, empty: bool = False) -> Callable[[], Middle]:
    """Lists cut into pages by a server whose own answer is one page."""

    def make() -> Middle:
        middle = Middle()
        rest: dict[str, tuple[str, list[Any], Any]] = {}
        turn = iter(range(10**9))

        def cut(message: Any, key: str, items: list[Any]) -> Any:
            result = {name: part for name, part in message["result"].items() if name != key}
            told = [] if empty and not result.get("lab") and len(items) > size else items[:size]
            left = items[len(told) :]
            page = {**message, "result": {**message["result"], key: told}}
            if left:
                mark = cursor(next(turn))
                rest[mark] = (key, left, message)
                page["result"]["nextCursor"] = mark
            return page

        def say(message: Any, asked: Any) -> Iterator[Any]:
            result = message.get("result") if isinstance(message, dict) else None
            method = method_of(asked)
            lists = [k for k, v in (result or {}).items() if isinstance(v, list)] if result else []
            if not method.endswith("/list") or len(lists) != 1 or "nextCursor" in result:
                yield message
                return
            middle.made += 1
            yield cut(message, lists[0], result[lists[0]])

        def hear(message: Any) -> Any:
            params = message.get("params")
            mark = params.get("cursor") if isinstance(params, dict) else None
            if not isinstance(mark, str) or mark not in rest or "id" not in message:
                return message
            key, items, whole = rest[mark]
            if not str(message.get("method")).endswith("/list"):
                return message
            page = cut({**whole, "id": message["id"]}, key, items)
            if empty and not page["result"][key]:
                page["result"][key] = items[:size]
                page["result"].pop("nextCursor", None)
                if items[size:]:
                    mark = cursor(next(turn))
                    rest[mark] = (key, items[size:], whole)
                    page["result"]["nextCursor"] = mark
            return Answer(page)

        middle.say, middle.hear = say, hear
        return middle

    return make


def slower(seconds: Callable[[random.Random], float]) -> Callable[[], Middle]:
    def make() -> Middle:
        dice = random.Random(4)
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            middle.made += 1
            yield Pause(seconds(dice))
            yield message

        middle.say = say
        return middle

    return make


CURSORS: dict[str, Callable[[int], str]] = {
    "numbers": str,
    "base64": lambda turn: f"bGFiIHBhZ2UgMQ{turn:04d}==",
    "other letters": lambda turn: f"лист-{turn}-頁",
    "long": lambda turn: "c" * 2000 + str(turn),
    "JSON": lambda turn: f'{{"after": "{turn}", "x": [1]}}',
    "spaces": lambda turn: f" {turn} ",
}


def changes() -> list[Change]:
    return [*_errors(), *_openings(), *_lists(), *_times()]


def _errors() -> Iterator[Change]:
    for name, text in MESSAGES.items():
        why = "the message of an error is any text"
        yield Change(f"error message {name}", why, counted(_worded(text)))
    for name, data in DATA.items():
        why = "the data of an error is the server's own"
        yield Change(f"error with {name} as data", why, counted(_with_data(data)))
    yield Change("errors without data", "data may be left out", counted(_without_data))


def _openings() -> Iterator[Change]:
    why = "serverInfo and instructions are the server's own texts"
    for name, info in {
        "an empty name": {"name": ""},
        "other letters as name": {"name": "ключ 鍵 🔑"},
        "a long name": {"name": "n" * 1000},
        "a version without numbers": {"version": "dev"},
        "an empty version": {"version": ""},
    }.items():
        yield Change(f"serverInfo with {name}", why, counted(_named(**info)), until=HANDSHAKE)
    for name, text in {"no": "", "long": "Do it. " * 3000, "other": "读我\nключ"}.items():
        make = counted(_opening(instructions=text))
        yield Change(f"instructions: {name} text", why, make, until=HANDSHAKE, may_apply=True)
    why = "capabilities are no closed set; experimental ones are objects by name"
    for name, more in {
        "an unknown capability": {"com.example/lab": {}},
        "an unknown capability with members": {"labs": {"x": 1}},
        "an empty experimental": {"experimental": {}},
        "an experimental one": {"experimental": {"com.example/lab": {"a": 1}}},
        "two experimental ones": {"experimental": {"a": {}, "b": {"c": []}}},
        "unknown members of tools": {"tools": {"com.example/lab": True}},
        "unknown members of resources": {"resources": {"com.example/lab": {}}},
        "unknown members of prompts": {"prompts": {"com.example/lab": None}},
        "listChanged false for tools": {"tools": {"listChanged": False}},
        "listChanged false for prompts": {"prompts": {"listChanged": False}},
        "listChanged false for resources": {"resources": {"listChanged": False}},
        "subscribe false": {"resources": {"subscribe": False}},
    }.items():
        yield Change(f"capabilities with {name}", why, counted(_capable(**more)), may_apply=True)


def _lists() -> Iterator[Change]:
    yield Change("lists in reverse order", "no order is prescribed", counted(_reversed_list))
    for name, text in {"a word": "done", "nothing": "", "other letters": "ключ 完了 🎉"}.items():
        make = counted(_text_result(text))
        yield Change(f"a text block more, {name}", "content is a list of any length", make)
    for name, cursor in CURSORS.items():
        for size in (1, 2):
            yield Change(
                f"pages of {size}, cursors of {name}",
                "the server chooses the size of a page, and cursors are opaque",
                pages(size, cursor),
                may_apply=True,
                on=frozenset({"memory", "http"}),
            )
    yield Change(
        "an empty first page",
        "a page may be empty as long as it has a cursor",
        pages(1, lambda turn: f"e{turn}", empty=True),
        may_apply=True,
        on=frozenset({"memory", "http"}),
    )


def _times() -> Iterator[Change]:
    why = "no time is prescribed for an answer"
    yield Change("every answer 5 ms later", why, slower(lambda _: 0.005))
    yield Change("every answer 20 ms later", why, slower(lambda _: 0.02))
    yield Change("every answer up to 30 ms later", why, slower(lambda dice: dice.random() * 0.03))
