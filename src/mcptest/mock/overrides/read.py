"""Read overrides from plain data, and report every mistake with its place.

on            a method; ``*`` every request; notification, response, batch, malformed; start, end;
              GET, DELETE … for HTTP; auth for a server behind authorization; listen for one
              that takes connections on every address of the machine
when          members of the message, with ``{is: WORD}`` for what they mean and ``{not: …}`` for
              another value than one (see ``meaning.words``); ``message``: the whole of it;
              ``reply``: the healthy answer; ``session``: open, ready, version; ``client``: the
              capabilities it declared; ``http``: method, path, query, status of the healthy
              answer, header (null: absent)
like          patterns by JSON pointer, each found in the text that the message has there
except        methods that ``*`` leaves out
since         a method; act only once a message of it came
skip, times   leave the first N alone; act N times at most
patch         changes to the answer by JSON pointer, ``*`` for every element
result, error, reply, raw, raw_base64, silent, exit      in place of the answer
ask           a method and params: what the server asks its client first, by a request of its own
              in a session, else by an input_required result until the answers come
before, after, delay_ms, pause_ms (ahead of ``after``)   around it
status, headers, content_type, sse                       HTTP alone
hold          HTTP alone: leave the event stream open
event_id      HTTP alone: an event stream whose events have ids that begin so
cut           HTTP alone, with event_id: close the stream after its first event, which may have a
              ``retry``
tell          HTTP alone: messages for the streams that ``hold`` left open, each as {when, message,
              end: true}, which ends the stream;
              ``when`` is about the request that opened the stream, which is ``${listened.…}``
replay        for GET: what Last-Event-ID brings, ``stream`` (its own alone) or ``all``
flaw          for auth: a check that its authorization leaves out; see ``auth.flaws``

``${request.…}`` in any value is filled in from the message, ``${named.…}`` from the earlier request
that it names, ``${listened.…}`` from the last subscription, ``${http.origin}`` from HTTP,
``${turn}`` with how often the override has acted, ``${connection}`` with the number of the
connection, and in ``raw`` ``${reply}`` with the answer. ``{use: NAME}`` in place of an override
stands for a whole set; see ``presets``.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeAlias

from mcptest.errors import UsageError, unknown_key
from mcptest.mock.meaning.reading import read_when, wrong
from mcptest.mock.overrides.override import Override
from mcptest.mock.overrides.patch import OPERATIONS, Patch, parse_pointer
from mcptest.model.json import Json, JsonObject

Reader: TypeAlias = Callable[[Json, str], Any]


def parse_overrides(data: Json, where: str = "overrides") -> tuple[Override, ...]:
    """A list of overrides (or one alone) as a rule's proof or a file has it.

    Raises: UsageError.
    """
    if isinstance(data, dict):
        return _expanded(data, where)
    if not isinstance(data, list):
        wrong(where, "a list of overrides")
    return tuple(
        override
        for index, item in enumerate(data)
        for override in _expanded(item, f"{where}[{index}]")
    )


def _expanded(data: Json, where: str) -> tuple[Override, ...]:
    if not isinstance(data, dict) or "use" not in data:
        return (_override(data, where),)
    from mcptest.mock.overrides.presets import PRESETS

    name = data["use"]
    if len(data) > 1 or not isinstance(name, str) or name not in PRESETS:
        wrong(f"{where}.use", f"alone, and one of {', '.join(PRESETS)}")
    return parse_overrides(PRESETS[name], name)


def _override(data: Json, where: str) -> Override:
    if not isinstance(data, dict):
        wrong(where, "an object")
    for key in data:
        if key not in _READERS:
            _unknown(key, where)
    if "on" not in data:
        wrong(f"{where}.on", "the method, or kind of message, that it is for")
    if len(data.keys() & {"result", "error", "reply"}) > 1:
        wrong(where, "at most one of result, error and reply")
    members: dict[str, Any] = {}
    for key, value in data.items():
        name, read = _READERS[key]
        members[name] = read(value, f"{where}.{key}")
    return Override(**members)


def _unknown(key: str, where: str) -> NoReturn:
    message, hint = unknown_key(key, where, _READERS)
    raise UsageError("mock-override-unknown-key", message, hint=hint)


def _any(value: Json, _where: str) -> Json:
    return value


def _text(value: Json, where: str) -> str:
    if not isinstance(value, str) or not value:
        wrong(where, "a text that is not empty")
    return value


def _raw(value: Json, where: str) -> str:
    return value if isinstance(value, str) else wrong(where, "a text")


def _raw_base64(value: Json, where: str) -> bytes:
    try:
        return b64decode(_text(value, where), validate=True)
    except Base64Error:
        wrong(where, "base64")


def _flag(value: Json, where: str) -> bool:
    return value if isinstance(value, bool) else wrong(where, "true or false")


def _count(value: Json, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        wrong(where, "a whole number, zero or more")
    return value


def _object(value: Json, where: str) -> JsonObject:
    return value if isinstance(value, dict) else wrong(where, "an object")


def _list(value: Json, where: str) -> tuple[Json, ...]:
    return tuple(value) if isinstance(value, list) else wrong(where, "a list")


def _texts(value: Json, where: str) -> tuple[str, ...]:
    return tuple(_text(item, f"{where}[{i}]") for i, item in enumerate(_list(value, where)))


def _headers(value: Json, where: str) -> dict[str, str | None]:
    return {
        name: None if content is None else _raw(content, f"{where}.{name}")
        for name, content in _object(value, where).items()
    }


def _told(value: Json, where: str) -> tuple[Json, ...]:
    items = _list(value, where)
    for index, item in enumerate(items):
        at = f"{where}[{index}]"
        if not isinstance(item, dict) or not item.keys() <= {"message", "when", "end"}:
            wrong(at, "an object with message, when and end")
        if "message" not in item and item.get("end") is not True:
            wrong(at, "an object with message, or with end: true")
        read_when(item.get("when", {}), f"{at}.when")
    return items


def _flaw(value: Json, where: str) -> str:
    from mcptest.mock.auth.flaws import FLAWS

    return value if isinstance(value, str) and value in FLAWS else wrong(where, ", ".join(FLAWS))


def _replay(value: Json, where: str) -> str:
    return value if value in ("stream", "all") else wrong(where, "stream or all")


def _like(value: Json, where: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (pointer, _pattern(pattern, f"{where}.{pointer}"))
        for pointer, pattern in _object(value, where).items()
    )


def _pattern(value: Json, where: str) -> re.Pattern[str]:
    try:
        return re.compile(_text(value, where))
    except re.error:
        wrong(where, "a regular expression")


def _patches(value: Json, where: str) -> tuple[Patch, ...]:
    return tuple(_patch(item, f"{where}[{i}]") for i, item in enumerate(_list(value, where)))


def _patch(value: Json, where: str) -> Patch:
    data = _object(value, where)
    op, path = data.get("op"), data.get("path")
    if not isinstance(op, str) or op not in OPERATIONS:
        wrong(f"{where}.op", "add, remove or replace")
    if op != "remove" and "value" not in data:
        wrong(f"{where}.value", "given for add and replace")
    if unknown := data.keys() - {"op", "path", "value"}:
        wrong(f"{where}.{min(unknown)}", "one of op, path, value")
    try:
        return Patch(op, parse_pointer(_raw(path, f"{where}.path")), data.get("value"))
    except ValueError:
        wrong(f"{where}.path", "a JSON pointer such as /result/tools/0/name")


_READERS: Final[dict[str, tuple[str, Reader]]] = {
    "on": ("on", _text),
    "when": ("when", read_when),
    "like": ("like", _like),
    "except": ("unless", _texts),
    "since": ("since", _text),
    "skip": ("skip", _count),
    "times": ("times", _count),
    "result": ("result", _any),
    "error": ("error", _any),
    "reply": ("reply", _any),
    "ask": ("ask", _object),
    "raw": ("raw", _raw),
    "raw_base64": ("raw", _raw_base64),
    "patch": ("patch", _patches),
    "before": ("before", _list),
    "after": ("after", _list),
    "silent": ("silent", _flag),
    "exit": ("exit", _count),
    "delay_ms": ("delay_ms", _count),
    "pause_ms": ("pause_ms", _count),
    "status": ("status", _count),
    "headers": ("headers", _headers),
    "content_type": ("content_type", _text),
    "sse": ("sse", _flag),
    "hold": ("hold", _flag),
    "event_id": ("event_id", _text),
    "cut": ("cut", _object),
    "tell": ("tell", _told),
    "replay": ("replay", _replay),
    "flaw": ("flaw", _flaw),
}
