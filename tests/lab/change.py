"""One change to what a right server says: its name, the reason for it, and how it is made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from mcptest.model.spec_version import SpecVersion

FIRST, LAST = SpecVersion.V2024_11_05, SpecVersion.V2026_07_28
HANDSHAKE = SpecVersion.V2025_11_25
EVERYWHERE = frozenset({"memory", "stdio", "http"})


@dataclass(frozen=True)
class Pause:
    """Wait before the next thing is said."""

    seconds: float


@dataclass(frozen=True)
class Answer:
    """What the client is told by the middle itself; the server never hears the question."""

    message: Any


@dataclass
class HttpReply:
    """An HTTP answer on its way to the client, and how it is to be written."""

    status: int
    reason: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    chunks: int | None = None  # size of a chunk; None writes a Content-Length
    trailer: bytes = b""
    close: bool = False
    early: bytes = b""  # an interim answer before this one

    def header(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        return found[0] if found else None

    def set(self, name: str, value: str | None) -> None:
        kept = [(key, old) for key, old in self.headers if key.lower() != name.lower()]
        self.headers = kept if value is None else [*kept, (name, value)]


@dataclass(frozen=True)
class SseStyle:
    """How the events of a stream are spelt."""

    newline: bytes = b"\n"
    before: bytes = b""  # at the start of the stream
    around: tuple[bytes, bytes] = (b"", b"")  # lines before and after the data of each event
    event: bytes = b"event: message"
    gap: bytes = b" "  # after the colon of data
    split: bool = False  # every line of a pretty message in a data line of its own
    bytes_at_once: int | None = None


def compact(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def one(message: Any, asked: Any) -> Iterator[Any]:
    yield message


def as_line(raw: bytes) -> Iterable[Any]:
    return [raw + b"\n"]


@dataclass
class Middle:
    """What stands between the two: each part leaves things as they are unless it is given.

    ``hear`` takes what the client says and gives what the server hears: a message, None for
    nothing, or an Answer. ``say`` takes a message of the server and the request that it answers,
    and gives messages, raw bytes and pauses. ``spell`` makes the JSON text, ``line`` what standard
    output gets for it, ``http`` changes an HTTP answer (``asked`` is the request's message or
    None), ``sse`` says how streams are spelt, and ``as_sse`` that answers come as streams.
    """

    hear: Callable[[Any], Any] = lambda message: message
    say: Callable[[Any, Any], Iterable[Any]] = one
    spell: Callable[[Any], bytes] = compact
    line: Callable[[bytes], Iterable[Any]] = as_line
    http: Callable[[HttpReply, str, Any], HttpReply] = lambda reply, _method, _asked: reply
    sse: SseStyle = field(default_factory=SseStyle)
    as_sse: bool = False
    own_session: Callable[[str], str] | None = None  # another name for a session id
    stderr: bytes = b""
    ready: bool = False  # the client has opened its session
    made: int = 0  # how often it did something; one that did nothing shows nothing


@dataclass(frozen=True)
class Change:
    """``may_apply`` says that a feature comes or goes, so that rules may begin or cease to apply.

    ``about`` is the member or thing that a finding has to name, where the change is illegal.
    """

    name: str
    why: str
    make: Callable[[], Middle]
    since: SpecVersion = FIRST
    until: SpecVersion = LAST
    on: frozenset[str] = EVERYWHERE
    may_apply: bool = False
    about: tuple[str, ...] = ()
    required: bool = True  # an illegal change of a required member, envelope or frame

    def fits(self, version: SpecVersion, transport: str) -> bool:
        return self.since <= version <= self.until and transport in self.on


def saying(change: Callable[[Any, Any], Iterable[Any]], **more: Any) -> Callable[[], Middle]:
    """A middle without memory that changes what is said."""
    return lambda: Middle(say=change, **more)


def is_result(message: Any) -> bool:
    return isinstance(message, dict) and "result" in message


def is_error(message: Any) -> bool:
    return isinstance(message, dict) and isinstance(message.get("error"), dict)


def method_of(asked: Any) -> str:
    return str(asked.get("method")) if isinstance(asked, dict) else ""
