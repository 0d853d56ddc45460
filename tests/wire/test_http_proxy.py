"""Through a proxy: plain requests, tunnels, and a proxy that itself is reached by TLS."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager

import pytest
from tests.wire.http_kit import LIMITS, Peer, run

from mcptest.wire.http.address import parse_address
from mcptest.wire.http.connections.dial import Route
from mcptest.wire.http.exchange import Carrier
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.http.headers import Headers
from mcptest.wire.http.trust import tls_context


class Tunnel:
    """A proxy that knows CONNECT, and remembers what it was asked."""

    def __init__(self, answer: bytes = b"HTTP/1.1 200 Connected\r\n\r\n") -> None:
        self.answer = answer
        self.heads: list[bytes] = []
        self.tasks: list[asyncio.Task] = []

    async def accept(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.heads.append(head)
            writer.write(self.answer)
            host, port = head.split(b" ")[1].decode().rsplit(":", 1)
            there, back = await asyncio.open_connection(host, int(port))
            both = [_copy(reader, back), _copy(there, writer)]
            await asyncio.gather(*both)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def _copy(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()


@asynccontextmanager
async def tunnel(answer: bytes = b"HTTP/1.1 200 Connected\r\n\r\n", tls=None):
    proxy = Tunnel(answer)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0, ssl=tls)
    try:
        yield proxy, server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def get(route: Route) -> int:
    carrier = Carrier(route, LIMITS)
    await carrier.connect()
    try:
        headers = Headers({"Host": route.address.authority})
        incoming = await carrier.request("GET", route.address, headers, b"")
        await incoming.body()
        await incoming.close()
        return incoming.status
    finally:
        await carrier.close()


def test_tls_goes_through_a_tunnel(certificate):
    async def body():
        async with Peer(tls=certificate[0]) as peer, tunnel() as (proxy, port):
            route = Route(
                parse_address(peer.url), tls_context(certificate[1]), f"http://u:p@127.0.0.1:{port}"
            )
            return await get(route), proxy.heads, peer.port

    status, heads, port = run(body())
    assert status == 405
    assert len(heads) == 1
    assert heads[0].startswith(b"CONNECT 127.0.0.1:%d HTTP/1.1\r\n" % port)
    assert b"Proxy-Authorization: Basic dTpw\r\n" in heads[0]


def test_a_proxy_may_be_reached_by_tls(certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", certificate[1])

    async def body():
        async with (
            Peer(tls=certificate[0]) as peer,
            tunnel(tls=certificate[0]) as (proxy, port),
        ):
            route = Route(parse_address(peer.url), tls_context(None), f"https://127.0.0.1:{port}")
            return await get(route), len(proxy.heads)

    assert run(body()) == (405, 1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "status 407"),
        (b"what?\r\n\r\n", "no usable response"),
    ],
)
def test_a_proxy_that_gives_no_tunnel_is_named(certificate, answer: bytes, words: str):
    async def body():
        async with tunnel(answer) as (_, port):
            address = parse_address("https://127.0.0.1:1/")
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            with pytest.raises(BrokenError) as caught:
                await get(Route(address, context, f"http://127.0.0.1:{port}"))
            return caught.value

    error = run(body())
    assert error.code == "http-connect"
    assert words in error.problem


def test_authorities_are_found_where_distributions_keep_them(monkeypatch, certificate):
    from mcptest.wire.http import trust

    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    nowhere = ssl.get_default_verify_paths()._replace(openssl_cafile="/does/not/exist")
    monkeypatch.setattr(trust.ssl, "get_default_verify_paths", lambda: nowhere)
    monkeypatch.setattr(trust, "_BUNDLES", ("/does/not/exist", certificate[1]))
    monkeypatch.setattr(trust.sys, "platform", "linux")
    found = trust.tls_context(None).get_ca_certs()
    assert any(("commonName", "127.0.0.1") in part for each in found for part in each["subject"])
