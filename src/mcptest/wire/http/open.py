"""Open an HTTP target: parse the URL, connect, then load the transport."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.address import Address, parse_address
from mcptest.wire.http.connections.dial import Route
from mcptest.wire.http.headers import Headers
from mcptest.wire.http.trust import proxy_for, tls_context
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget

if TYPE_CHECKING:  # needed only once a link is opened
    from mcptest.wire.http.exchange import Carrier
    from mcptest.wire.http.streamable import HttpLink


async def open_carrier(target: HttpTarget, limits: Limits) -> tuple[Address, Carrier]:
    """Read the address and connect.

    Raises: TargetConnectError; TargetDeniedError where the credentials cannot be had; UsageError
    for headers that HTTP cannot carry.
    """
    address = parse_address(target.url)
    Headers(target.headers)
    context = tls_context(target.ca_file) if address.scheme == "https" else None
    route = Route(address, context, proxy_for(address))
    from mcptest.wire.http.exchange import Carrier

    if target.credentials is not None:
        await target.credentials.prepare()
    carrier = Carrier(route, limits)
    await carrier.connect()
    return address, carrier


async def open_http(target: HttpTarget, *, limits: Limits, client: ClientSide) -> HttpLink:
    """Connect to the address; nothing is said yet.

    Raises: TargetConnectError.
    """
    address, carrier = await open_carrier(target, limits)
    from mcptest.wire.http.streamable import HttpLink

    return HttpLink(target, address, carrier, limits=limits, client=client)
