"""Heads of requests: who may ask, and what the real server gets."""

import pytest

from mcptest.mock.http.guard import Guard
from mcptest.recording.proxy.http_heads import RequestHeads, Upstream
from mcptest.recording.proxy.http_reader import HttpHead
from mcptest.wire.http.address import parse_address


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ([("Host", "127.0.0.1:8000")], False),
        ([("Host", "evil.example")], True),
        ([("host", "127.0.0.1:8000"), ("HOST", "127.0.0.1:8000")], True),
        ([("Host", "127.0.0.1:8000"), ("Origin", "http://127.0.0.1:8000")], False),
        ([("Host", "127.0.0.1:8000"), ("Origin", "http://evil.example")], True),
        ([], True),
    ],
)
def test_who_may_ask_is_told_by_host_and_origin(headers, refused):
    upstream = Upstream(parse_address("http://real:1/mcp"), None, {})
    heads = RequestHeads(upstream, Guard("127.0.0.1", 8000))
    for _ in range(2):
        assert (heads.refusal(HttpHead("POST / HTTP/1.1", tuple(headers))) is not None) is refused


def test_a_head_is_written_as_the_server_would_get_it_without_us():
    upstream = Upstream(parse_address("http://real:1/mcp"), None, {"X-Extra": "given"})
    head = HttpHead(
        "POST /mcp HTTP/1.1",
        (("HOST", "me:2"), ("Origin", "http://me:2"), ("x-extra", "own"), ("A", "b")),
    )
    assert RequestHeads(upstream, Guard("127.0.0.1", 2)).rewritten(head) == (
        b"POST /mcp HTTP/1.1\r\nHOST: real:1\r\nOrigin: http://real:1\r\nA: b\r\n"
        b"X-Extra: given\r\n\r\n"
    )
