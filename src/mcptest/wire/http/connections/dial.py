"""Connect to an address, directly or through a proxy, and explain failures."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from urllib.parse import urlsplit

from mcptest.errors import TargetConnectError
from mcptest.model.record import record
from mcptest.wire.http.address import Address, mask_userinfo
from mcptest.wire.http.connections.connection import HttpConnection

_TRUST = (
    "If the certificate is correct, pass its CA certificate with --ca-file FILE, ca_file in the "
    "suite, or the environment variable SSL_CERT_FILE."
)


@record
class Route:
    """Where to go and how: TLS where the scheme has it, a proxy where the environment names one."""

    address: Address
    context: ssl.SSLContext | None = None
    proxy: str | None = None

    @property
    def first_hop(self) -> tuple[str, int]:
        if self.proxy is None:
            return self.address.host, self.address.port
        parts = urlsplit(self.proxy)
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    def __str__(self) -> str:
        through = f" through the proxy {mask_userinfo(self.proxy)}" if self.proxy else ""
        return f"{self.address}{through}"


class Dialer:
    """Opens connections; a name is resolved once, and the address that answered is kept to."""

    def __init__(self, head_limit: int) -> None:
        self._head_limit = head_limit
        self._resolved: dict[tuple[str, int], str] = {}
        self.closed_on_us = False  # a server did so once, and may do it again

    async def dial(self, host: str, port: int) -> HttpConnection:
        """Connect.

        Raises: OSError.
        """
        known = self._resolved.get((host, port))
        # Only the first attempt races addresses: a cancelled race leaves sockets behind.
        transport, connection = await asyncio.get_running_loop().create_connection(
            lambda: HttpConnection(self._head_limit, self._note_end),
            known or host,
            port,
            happy_eyeballs_delay=None if known or _is_literal(host) else 0.25,
        )
        self._resolved[host, port] = transport.get_extra_info("peername")[0]
        return connection

    async def reach(self, route: Route) -> HttpConnection:
        """Connect and, where nothing stands between, begin TLS.

        Raises: OSError.
        """
        opened = await self.dial(*route.first_hop)
        if route.context is not None and route.proxy is None:
            await opened.secure(route.context, route.address.host)
        return opened

    def _note_end(self) -> None:
        self.closed_on_us = True


def _is_literal(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdigit()


async def connect(dialer: Dialer, route: Route, timeout: float) -> HttpConnection:
    """Open the first connection.

    Raises: TargetConnectError.
    """
    try:
        async with asyncio.timeout(timeout):
            return await dialer.reach(route)
    except OSError as error:  # TimeoutError and ssl.SSLError are such
        raise _explain(error, route, timeout) from error


def _explain(error: OSError, route: Route, timeout: float) -> TargetConnectError:
    host, port = route.first_hop
    match error:
        case TimeoutError():
            return TargetConnectError(
                "connect-timeout",
                f"could not connect to {route} within {timeout:g} s",
                hint="Check the URL, network and firewall, or allow more time with --timeout.",
            )
        case socket.gaierror():
            return TargetConnectError(
                "connect-dns",
                f'the host name "{host}" of {route} was not found: {error.strerror}',
                hint="Check the spelling and the DNS settings of this machine.",
            )
        case ssl.SSLError():
            return _explain_tls(error, route)
        case _ if _is_refusal(error):
            return TargetConnectError(
                "connect-refused",
                f"connection refused: nothing is listening at {route}",
                hint=f"Start the server, and check that it uses port {port}.",
            )
        case _:
            return TargetConnectError(
                "connect-failed",
                f"could not connect to {route}: {error.strerror or error}",
                hint="Check the URL and the network.",
            )


def _is_refusal(error: OSError) -> bool:
    # asyncio joins the failures of several addresses into one error without a number.
    return error.errno == errno.ECONNREFUSED or f"[Errno {errno.ECONNREFUSED}]" in str(error)


def _explain_tls(error: ssl.SSLError, route: Route) -> TargetConnectError:
    if isinstance(error, ssl.SSLCertVerificationError):
        why = error.verify_message or str(error)
        message = f"the certificate of {route} is not trusted: {why}"
        return TargetConnectError("tls-failed", message, hint=_TRUST)
    hint = "If the server uses plain HTTP there, use http:// instead of https://."
    why = str(getattr(error, "reason", None) or error).replace("_", " ").lower()
    message = f"TLS handshake with {route} failed: {why}"
    return TargetConnectError("tls-failed", message, hint=hint)
