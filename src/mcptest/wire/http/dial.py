"""The first connection to an address, and what to do when there is none."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from mcptest.errors import TargetConnectError
from mcptest.model.record import record
from mcptest.wire.http.address import Address, mask_userinfo

if TYPE_CHECKING:  # httpcore2 is slow to import
    import httpcore2

    from mcptest.wire.http.socket import Dialer, Socket

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

    def httpcore_proxy(self) -> httpcore2.Proxy | None:
        if self.proxy is None:
            return None
        import httpcore2

        parts = urlsplit(self.proxy)
        bare = parts._replace(netloc=parts.netloc.rpartition("@")[2], path="/").geturl()
        auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
        return httpcore2.Proxy(bare, auth=auth)

    @property
    def first_hop(self) -> tuple[str, int]:
        if self.proxy is None:
            return self.address.host, self.address.port
        parts = urlsplit(self.proxy)
        return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)

    def __str__(self) -> str:
        through = f" through the proxy {mask_userinfo(self.proxy)}" if self.proxy else ""
        return f"{self.address}{through}"


async def connect(dialer: Dialer, route: Route, timeout: float) -> Socket:
    """Open a connection and, where nothing stands between, TLS.

    Raises: TargetConnectError.
    """
    try:
        async with asyncio.timeout(timeout):
            opened = await dialer.dial(*route.first_hop)
            if route.context is not None and route.proxy is None:
                route.context.set_alpn_protocols(["http/1.1"])
                await opened.secure(route.context, route.address.host)
            return opened
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
