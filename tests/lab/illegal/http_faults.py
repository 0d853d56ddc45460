"""Wrong HTTP around right messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.lab.change import Change, HttpReply, Middle

from mcptest.model.spec_version import SpecVersion

HTTP = frozenset({"http"})
OLD = SpecVersion.V2025_11_25


def _answers(act: Callable[[HttpReply], None]) -> Callable[[HttpReply, str, Any], bool]:
    def change(reply: HttpReply, method: str, asked: Any) -> bool:
        opening = isinstance(asked, dict) and asked.get("method") == "initialize"
        if method != "POST" or reply.status != 200 or opening:
            return False
        act(reply)
        return True

    return change


def _notes(act: Callable[[HttpReply], None]) -> Callable[[HttpReply, str, Any], bool]:
    def change(reply: HttpReply, method: str, asked: Any) -> bool:
        if method != "POST" or reply.status != 202:
            return False
        act(reply)
        return True

    return change


def _on(status: int, act: Callable[[HttpReply], None]) -> Callable[[HttpReply, str, Any], bool]:
    def change(reply: HttpReply, method: str, asked: Any) -> bool:
        if reply.status != status:
            return False
        act(reply)
        return True

    return change


def _gets(act: Callable[[HttpReply], None], kind: str) -> Callable[[HttpReply, str, Any], bool]:
    """A GET that the server has no other reason to refuse."""

    def change(reply: HttpReply, method: str, asked: Any) -> bool:
        if method != "GET" or reply.status not in (200, 405):
            return False
        act(reply)
        reply.set("Content-Type", kind)
        return True

    return change


def _kind(text: str | None) -> Callable[[HttpReply], None]:
    return lambda reply: reply.set("Content-Type", text)


def _status(status: int, body: bytes | None = None) -> Callable[[HttpReply], None]:
    def act(reply: HttpReply) -> None:
        reply.status, reply.reason = status, "Lab"
        if body is not None:
            reply.body = body

    return act


def _session(text: str) -> Callable[[HttpReply, str, Any], bool]:
    def change(reply: HttpReply, method: str, asked: Any) -> bool:
        if reply.header("mcp-session-id") is None:
            return False
        reply.set("Mcp-Session-Id", text)
        return True

    return change


Fault = Callable[[HttpReply, str, Any], bool]
# name: words of a finding, the fault, the last revision that forbids it
FAULTS: dict[str, tuple[tuple[str, ...], Fault, SpecVersion]] = {
    "answers without a content type": (("content_type",), _answers(_kind(None)), SpecVersion.DRAFT),
    "answers as text/plain": (("content_type",), _answers(_kind("text/plain")), SpecVersion.DRAFT),
    "answers as text/html": (("content_type",), _answers(_kind("text/html")), SpecVersion.DRAFT),
    "answers as application/octet-stream": (("content_type",), _answers(_kind("application/octet-stream")), SpecVersion.DRAFT),
    "notifications with 200": (("202", "status"), _notes(_status(200)), OLD),
    "notifications with 204": (("202", "status"), _notes(_status(204)), OLD),
    "notifications with 201": (("202", "status"), _notes(_status(201)), OLD),
    "accepted with a body": (("body", "202"), _notes(_status(202, b'{"ok": true}')), OLD),
    "an unknown session with 200": (("404", "session"), _on(404, _status(200, b"{}")), OLD),
    "an unknown session with 401": (("404", "session"), _on(404, _status(401)), OLD),
    "a foreign origin with 200": (("403", "origin"), _on(403, _status(200, b"{}")), OLD),
    "a session id with a space": (("session",), _session("a b" * 12), OLD),
    "a session id with other letters": (("session",), _session("ключ".encode().decode("latin-1") * 8), OLD),
    "a session id that is short": (("session",), _session("1"), OLD),
    "GET with 200 and HTML": (("405", "GET", "event-stream"), _gets(_status(200, b"<html>"), "text/html"), OLD),
    "GET with 404": (("405", "GET"), _gets(_status(404), "text/plain"), OLD),
}  # fmt: skip


def changes(version: SpecVersion) -> Iterator[Change]:
    for name, (words, fault, until) in FAULTS.items():
        if version <= until:
            yield Change(
                name=f"HTTP: {name}",
                why="Streamable HTTP prescribes this status or header",
                make=_making(fault),
                since=SpecVersion.V2025_03_26,
                until=until,
                on=HTTP,
                about=words,
            )


def _making(fault: Fault) -> Callable[[], Middle]:
    def make() -> Middle:
        middle = Middle()

        def http(reply: HttpReply, method: str, asked: Any) -> HttpReply:
            middle.made += fault(reply, method, asked)
            return reply

        middle.http = http
        return middle

    return make
