"""Use an HTTP proxy: plain requests name the whole URL, TLS goes through a tunnel."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import unquote, urlsplit

from mcptest.wire.http.address import Address
from mcptest.wire.http.connections.connection import HttpConnection
from mcptest.wire.http.connections.dial import Route
from mcptest.wire.http.failures import BrokenError, unconnected
from mcptest.wire.http.trust import tls_context


def whole_target(at: Address) -> bytes:
    """The target of a request that a proxy passes on."""
    return f"{at.scheme}://{_authority(at)}{at.target}".encode()


def credentials(proxy: str) -> bytes:
    """The header that the user and password of the proxy's address make, or nothing."""
    parts = urlsplit(proxy)
    if not parts.username:
        return b""
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return b"Proxy-Authorization: Basic " + b64encode(pair.encode()) + b"\r\n"


async def pass_through(connection: HttpConnection, route: Route) -> None:
    """Make a connection to the proxy one to the server: TLS to either, and a tunnel between.

    Raises: BrokenError; OSError where TLS fails.
    """
    assert route.proxy is not None
    parts = urlsplit(route.proxy)
    if parts.scheme == "https":
        await connection.secure(tls_context(None), parts.hostname or "")
    if route.context is None:
        return
    place = _authority(route.address).encode()
    head = b"CONNECT %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (place, place, credentials(route.proxy))
    connection.send(head, b"")
    try:
        answer = await connection.head()
    except BrokenError as error:
        raise unconnected(f"the proxy gave no usable response: {error.problem}") from error
    if not 200 <= answer.status < 300:  # noqa: PLR2004
        raise unconnected(f"the proxy refused the connection: status {answer.status}")
    await connection.secure(route.context, route.address.host)


def _authority(at: Address) -> str:
    host = f"[{at.host}]" if ":" in at.host else at.host
    return f"{host}:{at.port}"
