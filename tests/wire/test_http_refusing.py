"""A server that refuses a request without reading its body still gets the next one whole."""

import asyncio
from contextlib import suppress

from tests.wire.http_kit import LIMITS, request, run

from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.open import open_http
from mcptest.wire.reply import ReplyKind
from mcptest.wire.target import HttpTarget

REFUSED = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"
PONG = b'{"jsonrpc":"2.0","id":2,"result":{}}'
ANSWERED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"


async def serve(reader, writer):
    """Keeps the connection, and takes what it did not read for the next request."""
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            good = head.startswith(b"POST ") and b"evil" not in head
            writer.write(ANSWERED % (len(PONG), PONG) if good else REFUSED)
            await writer.drain()
    writer.close()


def test_a_body_that_a_refusing_server_did_not_read_does_not_spoil_the_next_request():
    async def body():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            target = HttpTarget(f"http://127.0.0.1:{port}/mcp")
            link = await open_http(target, limits=LIMITS, client=ClientSide())
            try:
                out = request(headers={"Origin": "http://evil.example"})
                refused = await link.exchange(out, timeout=5.0)
                return refused, await link.exchange(request(id=2), timeout=5.0)
            finally:
                await link.close()

    refused, answered = run(body())
    assert refused.kind is ReplyKind.REFUSED
    assert (answered.kind, answered.result) == (ReplyKind.ANSWERED, {})
