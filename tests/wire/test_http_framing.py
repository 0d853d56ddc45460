"""Heads and bodies of responses, cut anywhere: what HTTP allows is read, the rest is named."""

from __future__ import annotations

import asyncio

import pytest
from tests.wire.http_kit import LIMITS, ask, linked, request, run

from mcptest.errors import UsageError
from mcptest.wire.http.connections.body_framing import Chunked, Sized, UntilClosed, framing_of
from mcptest.wire.http.connections.response_head import ResponseHead, parse_head
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.reply import ReplyKind


def head(status: int = 200, **headers: str) -> ResponseHead:
    return ResponseHead(
        b"1.1", status, {name.replace("_", "-"): text for name, text in headers.items()}
    )


def test_a_head_is_read_with_its_repeated_headers_joined():
    raw = b"HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nX:  b c \t\r\nset-cookie:d\r\nEmpty:"
    assert parse_head(raw) == (b"1.1", 200, {"set-cookie": "a, d", "x": "b c", "empty": ""})


@pytest.mark.parametrize(
    "raw", [b"HTTP/1.1 200", b"HTTP/1.1 200 ", b"HTTP/1.1 200 Gr\xfc\xdfe", b"HTTP/1.0 200 OK"]
)
def test_a_status_line_may_lack_its_reason(raw: bytes):
    assert parse_head(raw).status == 200


def test_old_servers_continue_a_header_on_the_next_line():
    raw = b"HTTP/1.1 200 OK\nA: b\n\t c\n d\nE: f"
    assert parse_head(raw).headers == {"a": "b c d", "e": "f"}


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 20 OK",
        b"HTTP/1.1 099 Low",
        b"HTTP/1.1  200 OK",
        b"HTTP/one 200 OK",
        b"HTTP/1.1 200 OK\r\nno colon",
        b"HTTP/1.1 200 OK\r\nname : value",
        b"HTTP/1.1 200 OK\r\n: value",
        b"HTTP/1.1 200 OK\r\n folded: first",
        b"HTTP/1.1 200 OK\r\nA: b\0c",
        b"HTTP/1.1 200 OK\r\nA: b\rc",
    ],
)
def test_a_head_that_is_not_http_is_named(raw: bytes):
    with pytest.raises(BrokenError) as caught:
        parse_head(raw)
    assert (caught.value.kind, caught.value.code) == (ReplyKind.MALFORMED, "http-framing")


@pytest.mark.parametrize(
    ("verb", "answer", "kind"),
    [
        ("GET", head(content_length="5"), Sized),
        ("GET", head(content_length="5, 5"), Sized),
        ("GET", head(transfer_encoding="Chunked", content_length="5"), Chunked),
        ("GET", head(), UntilClosed),
        ("HEAD", head(content_length="5"), Sized),
        ("GET", head(204), Sized),
        ("GET", head(304, transfer_encoding="chunked"), Sized),
    ],
)
def test_the_head_says_how_the_body_ends(verb: str, answer: ResponseHead, kind: type):
    framing = framing_of(verb, answer, 100)
    assert type(framing) is kind
    assert framing.done == (verb == "HEAD" or answer.status != 200)


@pytest.mark.parametrize(
    "answer",
    [
        head(content_length="5, 6"),
        head(content_length="-1"),
        head(content_length=""),
        head(content_length="1" * 21),
        head(transfer_encoding="gzip"),
        head(transfer_encoding="chunked, chunked"),
    ],
)
def test_a_body_whose_end_nobody_can_tell_is_named(answer: ResponseHead):
    with pytest.raises(BrokenError, match="invalid HTTP response"):
        framing_of("GET", answer, 100)


CHUNKS = b"3;name=x\r\nabc\r\n02 \r\nde\r\n0\r\nTrailer: x\r\n\r\n"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_chunks_may_be_cut_anywhere(size: int):
    framing, held, found = Chunked(100), bytearray(), b""
    for at in range(0, len(CHUNKS), size):
        assert not framing.done
        held += CHUNKS[at : at + size]
        found += framing.take(held)
    assert (found, framing.done, held) == (b"abcde", True, b"")


def test_what_follows_the_last_chunk_is_left():
    framing, held = Chunked(100), bytearray(b"0\r\n\r\nHTTP")
    assert framing.take(held) == b""
    assert (framing.done, held) == (True, b"HTTP")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"x\r\n", "http-framing"),
        (b"\r\n", "http-framing"),
        (b"1" * 21 + b"\r\n", "http-framing"),
        (b"1\r\nab\r\n", "http-framing"),
        (b"0\r\nbroken trailer\r\n\r\n", "http-framing"),
        (b"0\r\n" + b"x: y\r\n" * 30, "limit-headers"),
        (b"1;" + b"x" * 20_000, "http-framing"),
    ],
)
def test_chunks_that_are_framed_wrongly_are_named(raw: bytes, code: str):
    framing, held = Chunked(100), bytearray(raw)
    if raw.startswith(b"1\r\n"):
        assert framing.take(held) == b"a"
    with pytest.raises(BrokenError) as caught:
        framing.take(held)
    assert caught.value.code == code


def test_data_before_a_broken_chunk_is_given_out_first():
    framing, held = Chunked(100), bytearray(b"2\r\nab\r\nZZ\r\n")
    assert framing.take(held) == b"ab"
    with pytest.raises(BrokenError):
        framing.take(held)


@pytest.mark.parametrize("framing", [Chunked(100), Sized(5)])
def test_a_body_that_breaks_off_is_incomplete(framing):
    with pytest.raises(BrokenError) as caught:
        framing.end()
    assert caught.value.kind is ReplyKind.CLOSED


def answering(raw: bytes, *, ends: bool = True):
    async def mode(incoming, wire):
        await wire.write(raw)
        if ends:
            wire.end()
        else:
            await wire.forever()

    return mode


RESULT = b'{"jsonrpc":"2.0","id":1,"result":{}}'
JSON = b"Content-Type: application/json\r\n"


def test_a_body_may_end_with_the_connection():
    assert ask(answering(b"HTTP/1.0 200 OK\r\n" + JSON + b"\r\n" + RESULT)).ok


def test_a_body_may_come_with_line_feeds_alone_in_its_head():
    lines = b"HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: %d\n\n"
    assert ask(answering(lines % len(RESULT) + RESULT)).ok


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "it starts with"),
        (b"\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "it starts with"),
        (b"HTTP/1.1 101 Switching Protocols\r\n\r\n", "status 101"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "Content-Length"),
        (b"HTTP/1.1 200 OK\r\nA: " + b"b" * 70_000, "limit-headers"),
    ],
)
def test_what_is_not_http_is_named_without_waiting_for_the_rest(raw: bytes, words: str):
    reply = ask(answering(raw, ends=False))
    assert reply.kind is ReplyKind.MALFORMED
    assert words in (reply.problem or "")


def test_a_head_that_breaks_off_is_a_closed_connection():
    reply = ask(answering(b"HTTP/1.1 200 OK\r\nContent-"))
    assert reply.kind is ReplyKind.CLOSED
    assert "http-closed" in (reply.problem or "")


def test_a_body_larger_than_the_reader_takes_at_once_is_read_whole():
    reply_text = b'{"jsonrpc":"2.0","id":1,"result":{"x":"' + b"y" * 3_000_000 + b'"}}'
    raw = b"HTTP/1.1 200 OK\r\n" + JSON + b"Content-Length: %d\r\n\r\n" % len(reply_text)
    from dataclasses import replace

    reply = ask(answering(raw + reply_text), limits=replace(LIMITS, message=4_000_000))
    assert reply.ok


def test_a_method_that_http_cannot_carry_is_our_mistake():
    async def body():
        async with linked("healthy") as (_, link):
            with pytest.raises(UsageError) as caught:
                await link.send("GET /")
            return caught.value.code

    assert run(body()) == "http-header"


def test_no_more_than_a_few_connections_are_kept():
    async def body():
        async with linked("healthy") as (peer, link):
            for _ in range(2):
                asked = (link.exchange(request(id=n), timeout=5) for n in range(12))
                assert all(reply.ok for reply in await asyncio.gather(*asked))
            return peer.connections

    assert run(body()) == 16


def test_a_connection_that_was_idle_for_long_is_not_used_again(monkeypatch):
    from mcptest.wire.http import exchange

    async def body():
        async with linked("healthy") as (peer, link):
            for number in range(3):
                monkeypatch.setattr(exchange, "_IDLE", 4.0 if number < 2 else 0.0)
                assert (await link.exchange(request(id=number), timeout=5)).ok
            return peer.connections

    assert run(body()) == 2


def test_a_connection_that_the_server_wants_closed_is_not_kept():
    raw = b"HTTP/1.1 200 OK\r\nConnection: Close\r\n" + JSON + b"Content-Length: %d\r\n\r\n"

    async def mode(incoming, wire):
        await wire.write(raw % len(RESULT) + RESULT)

    async def body():
        async with linked(mode) as (peer, link):
            replies = [await link.exchange(request(), timeout=5) for _ in range(2)]
            return [reply.ok for reply in replies], peer.connections

    assert run(body()) == ([True, True], 2)
