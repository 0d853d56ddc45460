"""HTTP as it passes: every byte is in some piece, and bodies come out whole."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.recording.proxy.http_reader import HttpReader, PieceKind

REQUESTS = (
    b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
    b"GET /sse HTTP/1.1\r\nHost: a\r\n\r\n"
    b"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\nT: 1\r\n\r\n"
)
RESPONSES = (
    b"HTTP/1.1 100 Continue\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    b"HTTP/1.1 204 No Content\r\n\r\n"
    b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
    b"HTTP/1.1 200 OK\r\n\r\nuntil the end"
)


def bodies(reader, raw, size):
    found, current, passed = [], b"", b""
    parts = [raw[at : at + size] for at in range(0, len(raw), size)]
    pieces = [piece for part in parts for piece in reader.feed(part)] + list(reader.finish())
    for piece in pieces:
        passed += piece.raw
        current += piece.data
        if piece.kind is PieceKind.END:
            found.append(current)
            current = b""
    assert passed == raw
    return found


@given(st.integers(1, 200))
def test_requests_come_out_however_they_are_cut(size):
    assert bodies(HttpReader(), REQUESTS, size) == [b"hello", b"", b"abcde"]


@given(st.integers(1, 300))
def test_responses_follow_the_requests_that_they_answer(size):
    asked = deque(["POST", "DELETE", "HEAD", "GET"])
    assert bodies(HttpReader(asked), RESPONSES, size) == [b"{}", b"", b"", b"until the end"]


@given(st.binary(max_size=300), st.integers(1, 50))
def test_whatever_comes_passes(raw, size):
    for reader in (HttpReader(), HttpReader(deque())):
        bodies(reader, raw, size)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01 not http\r\n\r\nmore",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"x" * 300_000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nmore",
    ],
)
def test_what_is_not_http_is_let_through(raw):
    pieces = list(HttpReader().feed(raw))
    assert b"".join(piece.raw for piece in pieces) == raw
    assert pieces[-1].kind is PieceKind.UNREADABLE


def test_a_head_tells_what_it_says():
    [piece, _] = HttpReader().feed(b"GET /a?b HTTP/1.1\r\nA: 1\r\na: 2\r\n\r\n")
    head = piece.head
    assert (head.method, head.path, head.get("a"), head.get("b")) == ("GET", "/a?b", "2", "")
    assert head.status == 0
