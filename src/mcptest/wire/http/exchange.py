"""Send HTTP requests one at a time over reused connections, within limits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from functools import lru_cache

from mcptest.errors import UsageError
from mcptest.wire.http.address import Address
from mcptest.wire.http.connections.body_framing import Framing, framing_of
from mcptest.wire.http.connections.connection import HttpConnection
from mcptest.wire.http.connections.dial import Dialer, Route, connect
from mcptest.wire.http.connections.response_head import ResponseHead
from mcptest.wire.http.failures import KeptEndedError, body_too_large, closed, unconnected
from mcptest.wire.http.headers import Headers
from mcptest.wire.limits import Limits

# Common servers drop an idle connection after five seconds; ours goes first.
_IDLE = 4.0
_KEPT = 8
_EFFECT = b"tools/call"  # what must not happen twice
_VERB = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_WITH_BODY = {"POST", "PUT", "PATCH"}
_COMMON = _WITH_BODY | {"GET", "HEAD", "DELETE", "OPTIONS"}
SURPLUS = "http-surplus"


class IncomingResponse:
    """A response whose headers are here; the body is read from ``chunks``."""

    __slots__ = (
        "_connection",
        "_framing",
        "_give_back",
        "_keeps",
        "content_type",
        "headers",
        "limits",
        "ok",
        "status",
        "surplus",
    )

    def __init__(
        self,
        head: ResponseHead,
        framing: Framing,
        connection: HttpConnection,
        limits: Limits,
        give_back: Callable[[HttpConnection], None],
    ) -> None:
        self.status = head.status
        self.headers = head.headers
        self.content_type = _media_type(head.headers.get("content-type", ""))
        self.limits = limits
        self.ok = 200 <= head.status < 300  # noqa: PLR2004
        self.surplus = False  # more bytes came than were announced
        self._framing = framing
        self._connection: HttpConnection | None = connection
        self._give_back = give_back
        # Who refuses a request may not have read its body, which would then be the next request.
        stays = head.version >= b"1.1" and head.status < 400  # noqa: PLR2004
        self._keeps = stays and not _says_close(head.headers.get("connection", ""))

    @property
    def is_json(self) -> bool:
        return self.content_type == "application/json"

    async def chunks(self) -> AsyncGenerator[bytes]:
        """The body as it arrives, undecoded.

        Raises: BrokenError when it breaks off or is framed wrongly.
        """
        while not self._framing.done:
            if data := await self._next():
                yield data
        self._look_for_surplus()

    async def body(self) -> bytes:
        """The whole body.

        Raises: BrokenError, also when it is larger than one message may be.
        """
        limit, parts, size = self.limits.message, list[bytes](), 0
        self._check_announced(limit)
        while not self._framing.done:
            data = await self._next()
            parts.append(data)
            size += len(data)
            if size > limit:
                raise body_too_large(f"more than {limit} bytes", parts[0])
        self._look_for_surplus()
        return parts[0] if len(parts) == 1 else b"".join(parts)

    async def close(self) -> None:
        """Give the connection back, or end it where the body was not read to its end."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._keeps and self._framing.done and not self.surplus:
            self._give_back(connection)
        else:
            connection.abort()

    async def _next(self) -> bytes:
        """What is there of the body, or what comes next; empty where that is only framing."""
        framing, connection = self._framing, self._connection
        assert connection is not None
        data = framing.take(connection.held)
        if data or framing.done:
            return data
        if not await connection.more():
            if connection.failure is not None:
                raise closed(connection.failure, in_body=True)
            framing.end()
        return framing.take(connection.held)

    def _check_announced(self, limit: int) -> None:
        announced = self.headers.get("content-length", "")
        if announced.isdecimal() and int(announced[:20]) > limit and not self._framing.done:
            raise body_too_large(f"{announced[:20]} bytes announced, more than {limit}")

    def _look_for_surplus(self) -> None:
        self.surplus = self._connection is not None and bool(self._connection.held)


class Carrier:
    """The connections to one origin. Redirects, cookies and decoding are not its business."""

    def __init__(self, route: Route, limits: Limits) -> None:
        self._limits = limits
        self._route = route
        self._dialer = Dialer(limits.headers)
        self._ready: HttpConnection | None = None
        self._idle: list[tuple[float, HttpConnection]] = []
        self._is_open = True

    async def connect(self) -> None:
        """Open the first connection ahead of the first request.

        Raises: TargetConnectError.
        """
        self._ready = await connect(self._dialer, self._route, self._limits.timeout)

    async def request(
        self, verb: str, at: Address, headers: Headers, body: bytes
    ) -> IncomingResponse:
        """Send, and wait for the headers of the response.

        Raises: BrokenError; UsageError for what HTTP cannot carry.
        """
        assert at.origin == self._route.address.origin, "credentials are not sent to another origin"
        head = self._head(verb, at, headers, body)
        connection = self._kept() or await self._new()
        try:
            answer = await _say(connection, head, body)
        except KeptEndedError:
            # A server may close a kept connection at any time, and so while we write to it.
            # Whether it had read that cannot be known, so a call is not repeated.
            if _EFFECT in body:
                raise
            connection = await self._new()
            answer = await _say(connection, head, body)
        try:
            framing = framing_of(verb, answer, self._limits.headers)
        except BaseException:
            connection.abort()
            raise
        return IncomingResponse(answer, framing, connection, self._limits, self._keep)

    async def close(self) -> None:
        self._is_open = False
        for connection in [self._ready, *(each for _, each in self._idle)]:
            if connection is not None:
                connection.abort()
        self._idle.clear()

    def _head(self, verb: str, at: Address, headers: Headers, body: bytes) -> bytes:
        if verb not in _COMMON and not _VERB.fullmatch(verb):
            raise UsageError("http-header", f"{verb[:60]!r} is not a valid HTTP method")
        if "Host" not in headers:
            raise UsageError("http-header", "HTTP/1.1 cannot send a request without a Host header")
        target, more = at.target.encode(), b""
        if self._route.proxy is not None and self._route.context is None:
            from mcptest.wire.http.connections.proxy import credentials, whole_target

            target, more = whole_target(at), credentials(self._route.proxy)
        if body or verb in _WITH_BODY:
            more += b"Content-Length: %d\r\n" % len(body)
            lines = headers.lines(without="content-length")
        else:
            lines = headers.lines(without="content-type")
        return b"%s %s HTTP/1.1\r\n%s%s\r\n" % (verb.encode(), target, lines, more)

    def _kept(self) -> HttpConnection | None:
        """A connection that served before. One that was closed on us says that none is safe."""
        now = asyncio.get_running_loop().time()
        while self._idle:
            since, connection = self._idle.pop()
            fresh = now - since < _IDLE and not self._dialer.closed_on_us
            if fresh and connection.is_usable():
                return connection
            connection.abort()
        return None

    def _keep(self, connection: HttpConnection) -> None:
        if self._is_open and len(self._idle) < _KEPT and not self._dialer.closed_on_us:
            connection.kept = True
            self._idle.append((asyncio.get_running_loop().time(), connection))
        else:
            connection.abort()

    async def _new(self) -> HttpConnection:
        connection, self._ready = self._ready, None
        try:
            if connection is None or not connection.is_usable():
                connection = await self._dialer.reach(self._route)
            if self._route.proxy is not None:
                await self._pass_proxy(connection)
        except OSError as error:
            raise unconnected(f"could not connect: {error}") from error
        return connection

    async def _pass_proxy(self, connection: HttpConnection) -> None:
        from mcptest.wire.http.connections.proxy import pass_through

        try:
            await pass_through(connection, self._route)
        except BaseException:
            connection.abort()
            raise


async def _say(connection: HttpConnection, head: bytes, body: bytes) -> ResponseHead:
    try:
        connection.send(head, body)
        return await connection.head()
    except BaseException:
        connection.abort()
        raise


@lru_cache(maxsize=64)
def _media_type(value: str) -> str:
    """The media type alone, in lower case."""
    return value.partition(";")[0].strip().lower()


def _says_close(value: str) -> bool:
    return bool(value) and "close" in {each.strip().lower() for each in value.split(",")}
