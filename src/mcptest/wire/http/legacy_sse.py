"""An open HTTP+SSE session."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from itertools import count

from mcptest.errors import TargetConnectError, TargetHandshakeError
from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.address import Address
from mcptest.wire.http.base_link import BaseLink
from mcptest.wire.http.call import EVENT_STREAM
from mcptest.wire.http.event_stream import Event, EventReader
from mcptest.wire.http.exchange import Carrier, IncomingResponse
from mcptest.wire.http.explain import explain_http, plain, status_problem
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.http.headers import Layers
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind
from mcptest.wire.target import HttpTarget
from mcptest.wire.transport import SSE
from mcptest.wire.waiting import Waiting

_ENDED = "the event stream ended"
_STREAM = "sse"


class SseLink(BaseLink):
    """Holds the stream in a background task; what it brings goes to the inbox."""

    transport = SSE

    def __init__(
        self,
        target: HttpTarget,
        address: Address,
        carrier: Carrier,
        *,
        limits: Limits,
        client: ClientSide,
    ) -> None:
        super().__init__(target, address, carrier, limits=limits, client=client)
        self._endpoint: asyncio.Future[Address] = asyncio.get_running_loop().create_future()
        self._reader: asyncio.Task[None] | None = None
        self._ended: str | None = None
        self._numbers = count(1)

    def alive(self) -> bool:
        return self._ended is None and self._closing is None

    async def start(self, timeout: float) -> None:
        """Open the stream and learn where to POST.

        Raises: TargetHandshakeError.
        """
        try:
            async with asyncio.timeout(timeout):
                incoming = await self.request("GET", layers=({"Accept": EVENT_STREAM},))
                if not (incoming.ok and incoming.content_type == EVENT_STREAM):
                    raise await _no_stream(incoming)
                self._reader = asyncio.ensure_future(self._read(incoming))
                await asyncio.shield(self._endpoint)
        except TimeoutError:
            message = f'no "endpoint" event within {timeout:g} s'
            raise _handshake("handshake-timeout", message) from None
        except BrokenError as error:
            raise _handshake("handshake-crashed", error.problem) from None

    async def exchange(self, out: Outgoing, *, timeout: float) -> Reply:
        """POST it, and wait for the answer on the stream; one deadline holds for both."""
        stream, waiting = f"post:{next(self._numbers)}", self.inbox.expect(out)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        facts: HttpFacts | None = None
        self.transcript.sent(out.raw, stream)
        try:
            async with asyncio.timeout_at(deadline):
                facts, refusal = await self._say(waiting, stream)
            reply = refusal or await self.inbox.outcome(waiting, deadline - loop.time())
        except TimeoutError:
            problem = f"no response within {timeout:g} s: no response to the POST"
            waiting.finish(waiting.reply(ReplyKind.TIMED_OUT, problem=problem))
            reply = waiting.future.result()
        except BrokenError as error:
            self.transcript.flagged(error.raw, error.code, error.problem, stream)
            reply = waiting.reply(error.kind, problem=f"{error.problem} ({error.code})")
        finally:
            self.inbox.forget(waiting)
        reply.http = facts
        return reply

    async def _say(self, waiting: Waiting, stream: str) -> tuple[HttpFacts, Reply | None]:
        """POST; a Reply where the exchange is over with it."""
        out = waiting.out
        incoming = await self._post(out.raw, stream, (out.headers,))
        try:
            body = await incoming.body()
        finally:
            await incoming.close()
        facts = HttpFacts(incoming.status, incoming.headers, incoming.content_type, body)
        if not incoming.ok:
            problem = status_problem(incoming.status, incoming.headers, body)
            return facts, waiting.reply(ReplyKind.REFUSED, raw=body, problem=problem)
        if self._ended is not None and not waiting.future.done():
            return facts, waiting.reply(ReplyKind.CLOSED, problem=self._ended)
        return facts, None if out.id is not None else waiting.reply(ReplyKind.ACCEPTED)

    async def _post(self, raw: bytes, stream: str, layers: Layers = ()) -> IncomingResponse:
        if not self._endpoint.done():
            raise BrokenError(ReplyKind.CLOSED, "sse-endpoint", "the server sent no endpoint event")
        at = self._endpoint.result()
        return await self.request("POST", body=raw, layers=layers, at=at, stream=stream)

    async def _read(self, incoming: IncomingResponse) -> None:
        reader, problem = EventReader(self.limits.message), _ENDED
        try:
            async with aclosing(incoming.chunks()) as chunks:
                async for chunk in chunks:
                    for event in reader.feed(chunk):
                        self._take(event)
                    if reader.overflowed:
                        problem = f"one event is larger than {self.limits.message} bytes"
                        self.transcript.note(problem, "limit-event")
                        break
        except BrokenError as error:
            problem = f"{_ENDED}: {error.problem}"
        finally:
            self._ended = problem
            await incoming.close()
        if not self._endpoint.done():
            self._endpoint.set_exception(_handshake("handshake-refused", f"{problem} too early"))
        self.inbox.fail_all(problem)

    def _take(self, event: Event) -> None:
        if event.name == "endpoint" and not self._endpoint.done():
            self._learn(event.data or b"")
        elif event.name == "message" and event.data:
            self.inbox.receive(event.data, stream=_STREAM)
        elif event.data:
            self.transcript.note(f"an event named {plain(event.name)!r} was ignored")

    def _learn(self, data: bytes) -> None:
        """Where to POST: credentials go with it, so it stays with the origin of the stream."""
        text = data.decode("utf-8", "replace").strip()
        try:
            endpoint = self.address.at(text)
        except (TargetConnectError, ValueError):
            problem = f"the endpoint {plain(text)!r} is not a valid URL"
            self._endpoint.set_exception(_handshake("sse-endpoint", problem))
            return
        if endpoint.origin != self.address.origin:
            problem = f"the endpoint {plain(text)!r} has another origin and is not used"
            self._endpoint.set_exception(_handshake("sse-endpoint", problem))
            return
        self._endpoint.set_result(endpoint)

    async def _end(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._endpoint.done() and not self._endpoint.cancelled():
            self._endpoint.exception()


def _handshake(code: str, message: str) -> TargetHandshakeError:
    hint = "Check the URL: GET must return an event stream that starts with an endpoint event."
    return TargetHandshakeError(code, f"cannot open an HTTP+SSE session: {message}", hint=hint)


async def _no_stream(incoming: IncomingResponse) -> TargetHandshakeError:
    try:
        body = await incoming.body()
    finally:
        await incoming.close()
    facts = HttpFacts(incoming.status, incoming.headers, incoming.content_type, body)
    problem = status_problem(incoming.status, incoming.headers, body)
    reply = Reply(ReplyKind.REFUSED, "GET", problem=problem, raw=body, http=facts)
    code, message, hint = explain_http(reply)
    return TargetHandshakeError(code, message, hint=hint, reply=reply)
