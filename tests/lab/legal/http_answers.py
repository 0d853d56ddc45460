"""Other legal HTTP: headers, framing, bodies of refusals, names of sessions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from http import HTTPStatus

from tests.lab.change import Change, HttpReply, Middle

from mcptest.model.spec_version import SpecVersion

HTTP = frozenset({"http"})
_HEADERS = "RFC 9110: names of headers have no case, and unknown ones say nothing"
_FRAMING = "RFC 9112: the same body in another framing"
_BODIES = "the body of a refusal is for people; a JSON-RPC error there is optional"
_SESSIONS = "a session id is any text of visible ASCII"


def with_http(change: Callable[[HttpReply], None]) -> Callable[[], Middle]:
    """A middle that changes each HTTP answer."""

    def make() -> Middle:
        middle = Middle()

        def http(reply: HttpReply, method: str, asked: object) -> HttpReply:
            other = replace(reply, headers=list(reply.headers))
            change(other)
            middle.made += other != reply
            return other

        middle.http = http
        return middle

    return make


def _cased(spell: Callable[[str], str]) -> Callable[[HttpReply], None]:
    def change(reply: HttpReply) -> None:
        reply.headers = [(spell(name), value) for name, value in reply.headers]

    return change


def _kind(spell: Callable[[str], str]) -> Callable[[HttpReply], None]:
    def change(reply: HttpReply) -> None:
        old = reply.header("content-type")
        if old is not None:
            reply.set("Content-Type", spell(old.partition(";")[0]))

    return change


def _more(*headers: tuple[str, str]) -> Callable[[HttpReply], None]:
    return lambda reply: reply.headers.extend(headers)


def _set(**parts: object) -> Callable[[HttpReply], None]:
    def change(reply: HttpReply) -> None:
        for name, value in parts.items():
            setattr(reply, name, value)

    return change


def _refusal(kind: str | None, body: bytes) -> Callable[[HttpReply], None]:
    """Where HTTP itself refuses, before there is a message to answer."""

    def change(reply: HttpReply) -> None:
        unknown_method = reply.status == HTTPStatus.NOT_FOUND and b"-32601" in reply.body
        if reply.status in (401, 403, 404, 405, 406, 415) and not unknown_method:
            reply.set("Content-Type", kind)
            reply.body = body

    return change


HEADERS: dict[str, Callable[[HttpReply], None]] = {
    "names of headers in lower case": _cased(str.lower),
    "names of headers in capitals": _cased(str.upper),
    "names of headers in title case": _cased(str.title),
    "content type with a charset": _kind(lambda kind: f"{kind}; charset=utf-8"),
    "content type with a charset in quotes": _kind(lambda kind: f'{kind};charset="UTF-8"'),
    "content type in capitals": _kind(str.upper),
    "content type in mixed case": _kind(str.title),
    "content type with an unknown parameter": _kind(lambda kind: f"{kind}; profile=lab"),
    "content type with spaces": _kind(lambda kind: f"{kind} ; charset=utf-8 "),
    "a Server header": _more(("Server", "lab/1.0")),
    "a Date header": _more(("Date", "Tue, 15 Nov 1994 08:12:31 GMT")),
    "cookies": _more(("Set-Cookie", "a=b; Path=/"), ("Set-Cookie", "c=d")),
    "caching headers": _more(("Cache-Control", "no-store"), ("ETag", '"lab"')),
    "a Vary header": _more(("Vary", "Origin, Accept")),
    "security headers": _more(("Strict-Transport-Security", "max-age=1"), ("X-Frame-Options", "DENY")),
    "headers of a proxy": _more(("Via", "1.1 lab"), ("X-Cache", "MISS"), ("CF-Ray", "lab")),
    "an exposed session header": _more(("Access-Control-Expose-Headers", "Mcp-Session-Id")),
    "an empty header": _more(("X-Lab", "")),
    "a long header": _more(("X-Lab", "x" * 4000)),
    "fifty headers more": _more(*((f"X-Lab-{number}", "x") for number in range(50))),
    "a Link header": _more(("Link", '</docs>; rel="help"')),
    "a rate limit": _more(("RateLimit-Remaining", "100"), ("X-RateLimit-Limit", "100")),
}  # fmt: skip
FRAMING: dict[str, Callable[[HttpReply], None]] = {
    "bodies in one chunk": _set(chunks=10**9),
    "bodies in chunks of one byte": _set(chunks=1),
    "bodies in chunks of eleven bytes": _set(chunks=11),
    "bodies in chunks with a trailer": _set(chunks=100, trailer=b"X-Lab: 1\r\n"),
    "connections that close": _set(close=True),
    "connections that close after chunks": _set(close=True, chunks=50),
    "an empty reason": _set(reason=""),
    "another reason": _set(reason="As You Like It"),
    "early hints": _set(early=b"HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
}
REFUSALS: dict[str, Callable[[HttpReply], None]] = {
    "without a body": _refusal(None, b""),
    "in plain text": _refusal("text/plain", b"no"),
    "in HTML": _refusal("text/html", b"<!doctype html><title>No</title><h1>No</h1>"),
    "in JSON of another kind": _refusal("application/json", b'{"detail": "no", "error": "denied"}'),
    "in JSON that is a text": _refusal("application/json", b'"no"'),
    "as problem details": _refusal("application/problem+json", b'{"title": "no", "status": 400}'),
}
ALPHABETS: dict[str, Callable[[str], str]] = {
    "hexadecimal digits": lambda own: hashlib.sha256(own.encode()).hexdigest(),
    "punctuation": lambda own: "!#$%&'*+-.^_`|~" + hashlib.sha256(own.encode()).hexdigest(),
    "brackets and quotes": lambda own: '{"s":"' + hashlib.sha256(own.encode()).hexdigest() + '"}',
    "a token with dots": lambda own: f"eyJhbGciOiJIUzI1NiJ9.{hashlib.sha256(own.encode()).hexdigest()}.sig",
    "base64": lambda own: hashlib.sha256(own.encode()).hexdigest() + "+/==",
    "a thousand characters": lambda own: hashlib.sha256(own.encode()).hexdigest() * 16,
    "a comma and a semicolon": lambda own: f"a,b;c={hashlib.sha256(own.encode()).hexdigest()}",
    "slashes": lambda own: f"/s/{hashlib.sha256(own.encode()).hexdigest()}?x=1",
}  # fmt: skip


def changes() -> list[Change]:
    return [*_plain(HEADERS, _HEADERS), *_plain(FRAMING, _FRAMING), *_refusals(), *_sessions()]


def _plain(table: dict[str, Callable[[HttpReply], None]], why: str) -> Iterator[Change]:
    for name, change in table.items():
        yield Change(f"HTTP: {name}", why, with_http(change), on=HTTP)


def _refusals() -> Iterator[Change]:
    for name, change in REFUSALS.items():
        yield Change(f"HTTP refusals {name}", _BODIES, with_http(change), on=HTTP)


def _sessions() -> Iterator[Change]:
    for name, rename in ALPHABETS.items():
        yield Change(
            f"session ids of {name}",
            _SESSIONS,
            lambda rename=rename: Middle(own_session=rename),
            until=SpecVersion.V2025_11_25,
            on=HTTP,
        )
