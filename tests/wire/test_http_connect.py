"""Addresses that lead nowhere, certificates, proxies and headers: said before anything is sent."""

from __future__ import annotations

import asyncio
import socket
import ssl
from dataclasses import replace

import pytest
from tests.wire.http_kit import LIMITS, Peer, request, run

from mcptest.errors import TargetConnectError, UsageError
from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.address import parse_address
from mcptest.wire.http.connections.dial import Route
from mcptest.wire.http.open import open_http
from mcptest.wire.http.trust import proxy_for
from mcptest.wire.reply import ReplyKind
from mcptest.wire.target import HttpTarget


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def fail_to_open(url: str, *, limits=LIMITS, **target) -> TargetConnectError:
    async def body():
        with pytest.raises(TargetConnectError) as caught:
            await open_http(HttpTarget(url, **target), limits=limits, client=ClientSide())
        return caught.value

    return run(body())


def test_nothing_listens():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        error = fail_to_open(f"http://127.0.0.1:{closed.getsockname()[1]}/mcp")
    assert error.code == "connect-refused"
    assert error.hint


def test_nothing_listens_at_any_address_of_a_name():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert (
            fail_to_open(f"http://localhost:{closed.getsockname()[1]}/").code == "connect-refused"
        )


def dial_failing_with(monkeypatch: pytest.MonkeyPatch, failure: OSError) -> TargetConnectError:
    from mcptest.wire.http.connections.dial import Dialer

    async def dial(self, host, port):
        raise failure

    monkeypatch.setattr(Dialer, "dial", dial)
    return fail_to_open("http://server.example/mcp")


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (socket.gaierror(-2, "Name or service not known"), "connect-dns"),
        (OSError(113, "No route to host"), "connect-failed"),
        (OSError("Multiple exceptions: [Errno 111] a, [Errno 111] b"), "connect-refused"),
        (ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong"), "tls-failed"),
    ],
)
def test_each_failure_has_its_code_and_a_way_out(monkeypatch, failure: OSError, code: str):
    error = dial_failing_with(monkeypatch, failure)
    assert error.code == code
    assert error.hint


def test_a_connection_that_does_not_come_about_ends_in_time(monkeypatch):
    from mcptest.wire.http.connections.dial import Dialer

    async def dial(self, host, port):
        await asyncio.Event().wait()

    monkeypatch.setattr(Dialer, "dial", dial)
    error = fail_to_open("http://127.0.0.1:1/mcp", limits=replace(LIMITS, timeout=0.05))
    assert error.code == "connect-timeout"


@pytest.mark.parametrize("value", ["a\nb", "a\0", " a", "a\t"])
def test_a_header_that_http_cannot_carry_is_refused(value: str):
    async def body():
        target = HttpTarget("http://127.0.0.1:1/", headers={"X": value})
        with pytest.raises(UsageError) as caught:
            await open_http(target, limits=LIMITS, client=ClientSide())
        return caught.value.code

    assert run(body()) == "http-header"


# TLS


def test_a_certificate_nobody_vouches_for_is_not_trusted(certificate):
    async def body():
        async with Peer(tls=certificate[0]) as peer:
            with pytest.raises(TargetConnectError) as caught:
                await open_http(HttpTarget(peer.url), limits=LIMITS, client=ClientSide())
            return caught.value, peer.requests

    error, requests = run(body())
    assert error.code == "tls-failed"
    assert "--ca-file" in (error.hint or "")
    assert not requests


def test_a_certificate_of_another_host_is_not_trusted(certificate):
    context, cert = certificate

    async def body():
        async with Peer(tls=context) as peer:
            target = HttpTarget(peer.url.replace("127.0.0.1", "localhost"), ca_file=cert)
            with pytest.raises(TargetConnectError) as caught:
                await open_http(target, limits=LIMITS, client=ClientSide())
            return caught.value.code

    assert run(body()) == "tls-failed"


def test_a_given_authority_is_trusted_and_connections_are_kept(certificate):
    context, cert = certificate

    async def body():
        async with Peer(tls=context) as peer:
            target = HttpTarget(peer.url, ca_file=cert)
            link = await open_http(target, limits=LIMITS, client=ClientSide())
            replies = [await link.exchange(request(id=n), timeout=5) for n in range(3)]
            both = await asyncio.gather(*(link.exchange(request(id=n), timeout=5) for n in (7, 8)))
            await link.close()
            return [*replies, *both], peer.connections

    replies, connections = run(body())
    assert all(reply.ok for reply in replies)
    assert connections == 2


def test_tls_that_fails_later_is_a_closed_reply(certificate):
    context, cert = certificate

    async def body():
        async with Peer(tls=context) as peer:
            target = HttpTarget(peer.url, ca_file=cert)
            link = await open_http(target, limits=LIMITS, client=ClientSide())
            assert (await link.exchange(request(), timeout=5)).ok
        async with Peer("reset-at-once", port=peer.port):
            replies = [await link.exchange(request(id=n), timeout=5) for n in (2, 3)]
            await link.close()
            return replies[-1]

    assert run(body()).kind is ReplyKind.CLOSED


def test_plain_http_behind_https_gets_a_hint():
    async def body():
        async def speak(reader, writer):
            writer.write(b"HTTP/1.1 400 Bad\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(speak, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        target = HttpTarget(f"https://127.0.0.1:{port}/")
        with pytest.raises(TargetConnectError) as caught:
            await open_http(target, limits=LIMITS, client=ClientSide())
        server.close()
        return caught.value

    error = run(body())
    assert error.code == "tls-failed"
    assert "http://" in (error.hint or "")


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_an_authority_file_that_cannot_be_used_is_named(tmp_path, content: str | None):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)
    error = fail_to_open("https://127.0.0.1:1/", ca_file=str(path))
    assert error.code == "tls-ca-file"
    assert "ca.pem" in error.message


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_an_authority_file_of_the_environment_is_named_too(tmp_path, monkeypatch, content):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    error = fail_to_open("https://127.0.0.1:1/")
    assert error.code == "tls-ca-file"
    assert "ca.pem" in error.message


# Proxies


@pytest.mark.parametrize(
    ("url", "environment", "proxy"),
    [
        ("http://server.example/", {"http_proxy": "http://p:3"}, "http://p:3"),
        ("https://server.example/", {"https_proxy": "p:3"}, "http://p:3"),
        ("http://server.example/", {"all_proxy": "http://p:3"}, "http://p:3"),
        ("http://server.example/", {"http_proxy": "http://p:3", "no_proxy": "example"}, None),
        ("http://127.0.0.1/", {"http_proxy": "http://p:3"}, None),
        ("http://localhost/", {"all_proxy": "http://p:3"}, None),
        ("http://server.example/", {}, None),
    ],
)
def test_proxies_of_the_environment_hold_except_for_loopback(monkeypatch, url, environment, proxy):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(parse_address(url)) == proxy


def test_a_proxy_of_another_kind_is_refused(monkeypatch):
    monkeypatch.setenv("all_proxy", "socks5://u:secret@p:1")
    error = fail_to_open("http://server.example/")
    assert error.code == "connect-proxy"
    assert "secret" not in error.message


def test_a_request_goes_through_the_proxy_with_its_credentials(monkeypatch):
    async def body():
        async with Peer() as peer:
            monkeypatch.setenv("http_proxy", f"http://user:p%40ss@127.0.0.1:{peer.port}")
            target = HttpTarget("http://server.example/mcp")
            link = await open_http(target, limits=LIMITS, client=ClientSide())
            reply = await link.exchange(request(), timeout=5)
            await link.close()
            return reply.ok, peer.requests[0]

    ok, seen = run(body())
    assert ok
    assert seen.path == "http://server.example:80/mcp"
    assert seen.headers["host"] == "server.example"
    assert seen.headers["proxy-authorization"].startswith("Basic ")


def test_a_proxy_that_refuses_the_tunnel_is_a_closed_reply(monkeypatch):
    async def body():
        async with Peer("html-500") as peer:
            monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{peer.port}")
            target = HttpTarget("https://server.example/mcp")
            link = await open_http(target, limits=LIMITS, client=ClientSide())
            reply = await link.exchange(request(), timeout=5)
            await link.close()
            return reply, peer.requests[0].verb

    reply, verb = run(body())
    assert (reply.kind, verb) == (ReplyKind.CLOSED, "CONNECT")
    assert "proxy" in (reply.problem or "")


def test_a_route_names_its_proxy_without_the_password():
    route = Route(parse_address("http://a.example/"), proxy="https://u:p@q")
    assert str(route) == "http://a.example/ through the proxy https://***@q"
    assert route.first_hop == ("q", 443)
