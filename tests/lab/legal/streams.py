"""Answers as event streams, and the many ways in which one stream may be spelt."""

from __future__ import annotations

from dataclasses import replace

from tests.lab.change import Change, Middle, SseStyle

from mcptest.model.spec_version import SpecVersion

_WHY = "HTML, server-sent events: a reader of the stream sees the same message"
PLAIN = SseStyle()
STYLES: dict[str, SseStyle] = {
    "with LF": PLAIN,
    "with CRLF": replace(PLAIN, newline=b"\r\n"),
    "with CR": replace(PLAIN, newline=b"\r"),
    "without an event line": replace(PLAIN, event=b""),
    "with an event line without a space": replace(PLAIN, event=b"event:message"),
    "with data without a space": replace(PLAIN, gap=b""),
    "with data of several lines": replace(PLAIN, split=True),
    "with data of several lines and CRLF": replace(PLAIN, split=True, newline=b"\r\n"),
    "with data of several lines and no space": replace(PLAIN, split=True, gap=b""),
    "with a comment before each message": replace(PLAIN, around=(b": ping", b"")),
    "with a comment after each message": replace(PLAIN, around=(b"", b": done")),
    "with an empty comment": replace(PLAIN, around=(b":", b"")),
    "with a comment of several letters": replace(PLAIN, around=(": ключ 鍵".encode(), b"")),
    "with a retry time": replace(PLAIN, around=(b"retry: 3000", b"")),
    "with a retry time of zero": replace(PLAIN, around=(b"retry: 0", b"")),
    "with a retry time that is no number": replace(PLAIN, around=(b"retry: soon", b"")),
    "with an unknown field": replace(PLAIN, around=(b"x-lab: 1", b"")),
    "with an unknown field without a colon": replace(PLAIN, around=(b"lab", b"")),
    "with a comment at the start": replace(PLAIN, before=b": hello\n\n"),
    "with many comments at the start": replace(PLAIN, before=b": hello\n\n" * 50),
    "with a retry time at the start": replace(PLAIN, before=b"retry: 500\n\n"),
    "with a byte order mark at the start": replace(PLAIN, before=b"\xef\xbb\xbf"),
    "with empty lines at the start": replace(PLAIN, before=b"\n\n\n"),
    "byte by byte": replace(PLAIN, bytes_at_once=1),
    "five bytes at a time": replace(PLAIN, bytes_at_once=5),
    "byte by byte with CRLF": replace(PLAIN, bytes_at_once=1, newline=b"\r\n"),
    "with another kind of event at the start": replace(PLAIN, before=b"event: lab\ndata: x\n\n"),
}


def changes() -> list[Change]:
    http = frozenset({"http"})
    since = SpecVersion.V2025_03_26
    return [
        Change(
            f"stream {name}",
            _WHY,
            lambda style=style: Middle(sse=style, as_sse=True),
            since=since,
            on=http,
            may_apply=True,
        )
        for name, style in STYLES.items()
    ]
