"""One HTTP request and its response at a time, over kept connections, within limits."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

import httpcore2

from mcptest.errors import UsageError
from mcptest.wire.http.address import Address
from mcptest.wire.http.dial import Route, connect
from mcptest.wire.http.failures import BrokenError, from_httpcore
from mcptest.wire.http.headers import Headers, received
from mcptest.wire.http.socket import Dialer, KeptEndedError, Socket
from mcptest.wire.limits import Limits
from mcptest.wire.reply import ReplyKind

# Common servers drop an idle connection after five seconds; ours goes first.
_IDLE = 4.0
_KEPT = 8
_EFFECT = b"tools/call"  # what must not happen twice
_NO_BODY = {204, 304}
SURPLUS = "http-surplus"


@dataclass(slots=True)
class IncomingResponse:
    """A response whose headers are here; the body is read from ``chunks``."""

    status: int
    headers: dict[str, str]
    limits: Limits
    verb: str
    _response: httpcore2.Response
    surplus: bool = False  # more bytes came than were announced

    @property
    def content_type(self) -> str:
        """The media type alone, in lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300  # noqa: PLR2004

    @property
    def is_json(self) -> bool:
        return self.content_type == "application/json"

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives, undecoded.

        Raises: BrokenError when it breaks off or is framed wrongly.
        """
        try:
            async for chunk in self._response.aiter_stream():
                yield chunk
        except Exception as error:
            raise from_httpcore(error, in_body=True) from error
        self._check_surplus()

    async def body(self) -> bytes:
        """The whole body.

        Raises: BrokenError, also when it is larger than one message may be.
        """
        limit, parts, size = self.limits.message, list[bytes](), 0
        announced = self.headers.get("content-length", "")
        if announced.isdecimal() and self.verb != "HEAD" and int(announced[:20]) > limit:
            raise _too_large(b"", f"{announced[:20]} bytes announced, more than {limit}")
        async with aclosing(self.chunks()) as chunks:
            async for chunk in chunks:
                parts.append(chunk)
                size += len(chunk)
                if size > limit:
                    raise _too_large(parts[0], f"more than {limit} bytes")
        return parts[0] if len(parts) == 1 else b"".join(parts)

    async def close(self) -> None:
        """Give the connection back, or end it where the body was not read to its end."""
        await self._response.aclose()

    def _check_surplus(self) -> None:
        socket = self._response.extensions.get("network_stream")
        chunked = "transfer-encoding" in self.headers
        announced = self.headers.get("content-length")
        length = int(announced) if announced and not chunked else None
        if self.verb == "HEAD" or self.status in _NO_BODY:
            chunked, length = False, 0
        if isinstance(socket, Socket):
            self.surplus = socket.surplus(length=length, chunked=chunked)


class Carrier:
    """The connections to one origin. Redirects, cookies and decoding are not its business."""

    def __init__(self, route: Route, limits: Limits) -> None:
        self._limits = limits
        self._route = route
        self._dialer = Dialer(limits.headers)
        self._pools = [self._new_pool(kept=_KEPT)]

    def _new_pool(self, *, kept: int) -> httpcore2.AsyncConnectionPool:
        return httpcore2.AsyncConnectionPool(
            ssl_context=self._route.context,
            proxy=self._route.httpcore_proxy(),
            max_connections=None,
            max_keepalive_connections=kept,
            keepalive_expiry=_IDLE,
            network_backend=self._dialer,
        )

    async def connect(self) -> None:
        """Open the first connection ahead of the first request.

        Raises: TargetConnectError.
        """
        self._dialer.ready = await connect(self._dialer, self._route, self._limits.timeout)

    async def request(
        self, verb: str, at: Address, headers: Headers, body: bytes
    ) -> IncomingResponse:
        """Send, and wait for the headers of the response.

        Raises: BrokenError; UsageError for a header that HTTP cannot carry.
        """
        assert at.origin == self._route.address.origin, "credentials are not sent to another origin"
        if body or verb in {"POST", "PUT", "PATCH"}:
            headers.apply({"Content-Length": str(len(body))})
        else:
            headers.apply({"Content-Type": None})
        url = httpcore2.URL(
            scheme=at.scheme.encode(),
            host=at.host.encode(),
            port=at.port,
            target=at.target.encode(),
        )
        request = httpcore2.Request(verb, url, headers=headers.raw(), content=body)
        try:
            response = await self._send(request, again=_EFFECT not in body)
        except httpcore2.LocalProtocolError as error:
            raise UsageError("http-header", f"cannot send this request: {error}") from error
        except Exception as error:
            raise from_httpcore(error, in_body=False) from error
        return IncomingResponse(
            response.status, received(response.headers), self._limits, verb, response
        )

    async def _send(self, request: httpcore2.Request, *, again: bool) -> httpcore2.Response:
        """A server may close a kept connection at any time, and so while we write to it.

        Whether it had read that cannot be known, so a call is not repeated. It seldom meets one:
        a server that closed a connection once is not asked over a kept one any more.
        """
        try:
            return await self._pool().handle_async_request(request)
        except KeptEndedError:
            if not again:
                raise
        return await self._pool().handle_async_request(request)

    def _pool(self) -> httpcore2.AsyncConnectionPool:
        if self._dialer.closed_on_us and len(self._pools) == 1:
            self._pools.append(self._new_pool(kept=0))
        return self._pools[-1]

    async def close(self) -> None:
        if self._dialer.ready is not None:
            await self._dialer.ready.aclose()
        for pool in self._pools:
            await pool.aclose()


def _too_large(raw: bytes, problem: str) -> BrokenError:
    return BrokenError(ReplyKind.MALFORMED, "limit-body", f"the body is too large: {problem}", raw)
