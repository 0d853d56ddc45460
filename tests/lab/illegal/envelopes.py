"""Wrong envelopes and wrong frames: what no client could read, whatever is inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.lab.change import Change, Middle, compact, method_of

from mcptest.model.spec_version import SpecVersion

BATCHES = SpecVersion.V2025_03_26
WHERE = ("tools/list", "tools/call", "resources/list", "resources/read", "prompts/get", "ping")


def _with(**members: Any) -> Callable[[Any], list[Any]]:
    return lambda message: [{**message, **members}]


def _without(name: str) -> Callable[[Any], list[Any]]:
    return lambda message: [{key: part for key, part in message.items() if key != name}]


def _text_id(message: Any) -> list[Any]:
    own = message.get("id")
    return [{**message, "id": str(own) if isinstance(own, int) else 7}]


def _both(message: Any) -> list[Any]:
    return [{**message, "error": {"code": -32603, "message": "lab"}}]


def _neither(message: Any) -> list[Any]:
    return [{key: part for key, part in message.items() if key not in ("result", "error")}]


def _raw(change: Callable[[bytes], bytes]) -> Callable[[Any], list[Any]]:
    return lambda message: [change(compact(message))]


def _twice_named(raw: bytes) -> bytes:
    return raw[:-1] + b',"jsonrpc":"2.0"}'


# name: the words of which a finding has one, and what becomes of the answer
ANSWERS: dict[str, tuple[tuple[str, ...], Callable[[Any], list[Any]]]] = {
    "jsonrpc left out": (("jsonrpc",), _without("jsonrpc")),
    "jsonrpc 1.0": (("jsonrpc",), _with(jsonrpc="1.0")),
    "jsonrpc as a number": (("jsonrpc",), _with(jsonrpc=2.0)),
    "jsonrpc null": (("jsonrpc",), _with(jsonrpc=None)),
    "id left out": (("id",), _without("id")),
    "id null": (("id",), _with(id=None)),
    "id of another type": (("id",), _text_id),
    "id of nobody": (("id", "answer"), _with(id="lab-nobody")),
    "id as an object": (("id",), _with(id={})),
    "id as a boolean": (("id",), _with(id=True)),
    "id as a list": (("id",), _with(id=[1])),
    "result and error": (("result and error", "error"), _both),
    "neither result nor error": (("result", "error"), _neither),
    "result null": (("result",), _with(result=None)),
    "result as a list": (("result",), _with(result=[])),
    "result as a text": (("result",), _with(result="done")),
    "answered twice": (("answer", "twice", "id"), lambda message: [message, message]),
    "an answer to nobody besides": (
        ("answer", "id"),
        lambda message: [message, {**message, "id": "lab-nobody"}],
    ),
    "a batch of one": (("batch", "list", "array", "message"), lambda message: [[message]]),
    "a method besides": (("method",), _with(method="tools/list")),
    "a text in place of an object": (("message", "JSON"), lambda _: ["lab"]),
    "a list in place of an object": (("message", "batch", "JSON"), lambda _: [[]]),
}
FRAMES: dict[str, tuple[tuple[str, ...], Callable[[Any], list[Any]]]] = {
    "a line of text before": (("JSON", "message"), lambda m: [b"starting up", m]),
    "a line of text after": (("JSON", "message"), lambda m: [m, b"done"]),
    "a log object before": (("JSON", "message"), lambda m: [{"level": "info", "msg": "x"}, m]),
    "a log object with a method": (("jsonrpc",), lambda m: [{"method": "GET", "path": "/"}, m]),
    "a number before": (("JSON", "message"), lambda m: [b"42", m]),
    "cut off": (("JSON",), _raw(lambda raw: raw[:-3])),
    "a comma at the end": (("JSON",), _raw(lambda raw: raw[:-1] + b",}")),
    "single quotes": (("JSON",), _raw(lambda raw: raw.replace(b'"', b"'"))),
    "NaN": (("JSON", "NaN"), _raw(lambda raw: raw[:-1] + b',"x":NaN}')),
    "a byte that is no UTF-8": (("UTF-8",), _raw(lambda raw: raw[:-1] + b',"x":"\xff"}')),
    "UTF-16": (("UTF-8", "JSON"), _raw(lambda raw: raw.decode().encode("utf-16"))),
    "a member twice": (("twice", "JSON", "member"), _raw(_twice_named)),
    "a raw line feed in a text": (("JSON", "line"), _raw(lambda raw: raw.replace(b'":"', b'":"\t', 1))),
    "a comment": (("JSON",), _raw(lambda raw: b"// lab " + raw)),
    "more text after the object": (("JSON", "line"), _raw(lambda raw: raw + b" done")),
}  # fmt: skip


def changes(version: SpecVersion) -> Iterator[Change]:
    """Each fault in the answers to one method at a time, and in all answers but the opening."""
    for where in (*WHERE, "*"):
        if where == "ping" and version >= SpecVersion.V2026_07_28:
            continue
        for name, (words, act) in (ANSWERS | FRAMES).items():
            batch = name in ("a batch of one", "a list in place of an object")
            if batch and version is BATCHES:
                continue
            yield _change(f"envelope of {where}: {name}", where, act, words, version)


def _change(
    name: str,
    where: str,
    act: Callable[[Any], list[Any]],
    words: tuple[str, ...],
    version: SpecVersion,
) -> Change:
    def make() -> Middle:
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            method = method_of(asked)
            opening = method in ("initialize", "server/discover", "")
            meant = method == where or (where == "*" and not opening)
            if not meant or not isinstance(message, dict) or "result" not in message:
                yield message
                return
            middle.made += 1
            yield from act(message)

        middle.say = say
        return middle

    return Change(
        name=name,
        why="JSON-RPC 2.0 and the base protocol give every message this envelope",
        make=make,
        since=version,
        until=version,
        about=words,
    )
