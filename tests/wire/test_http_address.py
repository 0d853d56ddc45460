"""Addresses that can be used, and what is said of those that cannot."""

from __future__ import annotations

import pytest

from mcptest.errors import TargetConnectError
from mcptest.wire.http.address import mask_userinfo, parse_address


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://127.0.0.1:8000/mcp", "http://127.0.0.1:8000/mcp"),
        ("HTTPS://Example.COM", "https://example.com/"),
        ("https://example.com:443/mcp?a=b#part", "https://example.com/mcp?a=b"),
        ("http://[::1]:80/x", "http://[::1]/x"),
        ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
    ],
)
def test_a_good_address_is_read(url: str, shown: str):
    assert str(parse_address(url)) == shown


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:8000",
        "ftp://example.com",
        "file:///etc/passwd",
        "http://",
        "http:///mcp",
        "http://:80",
        "http://example.com:0",
        "http://example.com:99999",
        "http://example.com:eighty",
        "http://[::1",
        "http://[v1.x]/",
        "http://[fe80::1::2]/",
        "http://exa mple.com",
        "http://example.com/\r\nX: y",
        "http://exa_$mple.com",
        "http://..ü..",
        "http://user:secret@example.com",
    ],
)
def test_a_bad_address_is_refused_by_code(url: str):
    with pytest.raises(TargetConnectError) as caught:
        parse_address(url)
    assert caught.value.code == "http-url"
    assert caught.value.hint


def test_a_password_in_an_address_is_never_shown():
    with pytest.raises(TargetConnectError) as caught:
        parse_address("http://user:secret@example.com:x/")
    assert "secret" not in caught.value.message
    assert mask_userinfo("http://u:p@h/x@y") == "http://***@h/x@y"
    assert mask_userinfo("http://h/x@y") == "http://h/x@y"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("a.localhost", True),
        ("[::1]", True),
        ("example.com", False),
        ("10.0.0.1", False),
    ],
)
def test_loopback_is_told_from_the_rest(host: str, expected: bool):
    assert parse_address(f"http://{host}/").is_loopback is expected


@pytest.mark.parametrize(
    ("reference", "url", "same"),
    [
        ("/messages?s=1", "http://h:1/messages?s=1", True),
        ("messages", "http://h:1/a/messages", True),
        ("http://h:1/x", "http://h:1/x", True),
        ("http://h:2/x", "http://h:2/x", False),
        ("//evil.example/x", "http://evil.example/x", False),
        ("https://h:1/x", "https://h:1/x", False),
    ],
)
def test_a_reference_is_read_from_where_it_stood(reference: str, url: str, same: bool):
    base = parse_address("http://h:1/a/sse")
    assert str(base.at(reference)) == url
    assert (base.at(reference).origin == base.origin) is same
