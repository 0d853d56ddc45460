"""Streamable HTTP: every message is a POST; the response is its body or an event stream."""

from __future__ import annotations

import asyncio
from itertools import count

from mcptest.model.spec_version import Era, SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.deadlines import TimeLimits
from mcptest.wire.http.address import Address
from mcptest.wire.http.base_link import BaseLink
from mcptest.wire.http.call import Call
from mcptest.wire.http.exchange import Carrier, IncomingResponse
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.http.headers import Layers
from mcptest.wire.http.listen import Listener
from mcptest.wire.http.reconnecting import CODE, Reconnecting
from mcptest.wire.http.stateless_headers import stateless_headers
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing
from mcptest.wire.reply import Reply
from mcptest.wire.target import HttpTarget
from mcptest.wire.transport import STREAMABLE_HTTP

SESSION = "Mcp-Session-Id"
VERSION = "MCP-Protocol-Version"
_FIRST_WITH_HEADER = SpecVersion.V2025_06_18
_LONGEST_ID = 1024
_LEFT_OPEN_ONCE = 0.05
_NOT_FOUND = 404
_TO_LISTEN = 2.0  # seconds for the head of a stream that may stay empty


class HttpLink(BaseLink):
    """One conversation over Streamable HTTP, with the session id where the server gives one."""

    transport = STREAMABLE_HTTP

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
        self._wanted = self._headers
        self._session_id: str | None = None
        self._stateless = False
        self.session_lost = False
        self._numbers = count(1)
        self._time_limits = TimeLimits()
        self._unreachable = False
        self._stays_open = False
        self._offers_answers = bool(client.capabilities)
        self._listener: Listener | None = None
        self._listening: asyncio.Task[Reply] | None = None

    @property
    def session_id(self) -> str | None:
        """What the server gave; every request from then on carries it."""
        return self._session_id

    @session_id.setter
    def session_id(self, given: str | None) -> None:
        self._session_id = given
        self._renew_headers()

    @property
    def version(self) -> SpecVersion | None:
        return self.inbox.version

    @version.setter
    def version(self, version: SpecVersion | None) -> None:
        self.inbox.version = version
        self._renew_headers()

    def _renew_headers(self) -> None:
        """What was agreed on comes on top of what the user wants of every request."""
        self._stateless = self.version is not None and self.version.era is Era.STATELESS
        self._headers = self._wanted.copy()
        if self._session_id is not None:
            self._headers.apply({SESSION: self._session_id})
        if self.version is not None and self.version >= _FIRST_WITH_HEADER:
            self._headers.apply({VERSION: self.version.wire})

    def alive(self) -> bool:
        return not (self._closing or self.session_lost or self._unreachable)

    async def exchange(self, out: Outgoing, *, timeout: float) -> Reply:
        """POST it; one deadline holds for all of it, from the connection to the last event."""
        stream = f"post:{next(self._numbers)}"
        waiting = self.inbox.expect(out)
        call = Call(waiting, self.inbox, self.transcript, self.limits, stream)
        self.transcript.sent(out.raw, stream)
        try:
            with self._time_limits.until(waiting.since + timeout):
                reply = await self._converse(call, out)
        except TimeoutError:
            reply = call.expired(timeout)
        except BrokenError as error:
            self._unreachable = error.code == "http-connect"
            reply = call.broken(error)
        finally:
            self.inbox.forget(waiting)
        if out.method == "notifications/initialized" and self._offers_answers:
            await self._listen()
        reply.http = facts = call.facts()
        if facts is not None:
            self.transcript.answered(stream, facts)
        return reply

    async def open_stream(self, *, timeout: float | None = None) -> Reply:
        """Listen to what the server says unasked; the reply tells whether it offers that."""
        if self._listener is None:
            self._listener = Listener(self)
        return await self._listener.start(self.limits.timeout if timeout is None else timeout)

    async def _listen(self) -> None:
        """A server may send requests on a separate stream, and would wait if nobody opened it.

        It is waited for, so that nothing is asked too early, and not for long.
        """
        if self._listening is None:
            self._listening = asyncio.ensure_future(self.open_stream())
            await asyncio.wait([self._listening], timeout=_TO_LISTEN)

    async def request(
        self,
        verb: str,
        *,
        body: bytes = b"",
        layers: Layers = (),
        at: Address | None = None,
        stream: str = "",
    ) -> IncomingResponse:
        """Notice where the server says that it no longer knows the session.

        Raises: BrokenError.
        """
        incoming = await super().request(verb, body=body, layers=layers, at=at, stream=stream)
        self._unreachable = False
        if incoming.status == _NOT_FOUND and at is None and self._names_session(layers):
            self.session_lost = True
            self.transcript.note("the session expired")
        return incoming

    def _names_session(self, layers: Layers) -> bool:
        return self._session_id is not None and all(
            value == self._session_id
            for layer in layers
            for name, value in layer.items()
            if name.lower() == SESSION.lower()
        )

    async def _converse(self, call: Call, out: Outgoing) -> Reply:
        layers: Layers = (out.headers,) if out.headers else ()
        if self._stateless and self.version:
            layers = (stateless_headers(out, self.version), *layers)
        incoming = await self.request("POST", body=out.raw, layers=layers, stream=call.stream)
        if out.method == "initialize" and incoming.ok:
            self._take_session(incoming)
        reply = await self._read(call, incoming)
        if reply is None and call.asked and call.last_id is not None and not self._stateless:
            return await self._resume(call)
        return reply or call.unanswered("the event stream ended before the response")

    async def _read(
        self, call: Call, incoming: IncomingResponse, *, resumed: bool = False
    ) -> Reply | None:
        """What the stream of a request brings; one that a GET resumed may stay open as any GET."""
        patient = min(self.limits.grace, self.limits.timeout / 2)
        settle = _LEFT_OPEN_ONCE if self._stays_open or resumed else patient
        try:
            return await call.take(incoming, settle=settle)
        finally:
            if resumed:
                call.left_open = False
            elif call.left_open and not self._stays_open:
                self._stays_open = True
                note = "an event stream stayed open after its response"
                self.transcript.note(note, "stream-left-open")
            await incoming.close()

    async def _resume(self, call: Call) -> Reply:
        """Ask for the rest of a stream that ended early; give up when it brings nothing new."""
        tries, again, clock = 0, Reconnecting(), asyncio.get_running_loop().time
        while tries < self.limits.reconnects and not again.exhausted:
            if (before := call.last_id) is None:
                break
            tries += 1
            await asyncio.sleep(again.delay(call.retry) if again.short else call.retry)
            begun = clock()
            incoming = await self.request(
                "GET",
                layers=({"Accept": "text/event-stream", "Last-Event-ID": before},),
                stream=call.stream,
            )
            if not incoming.ok:
                await incoming.close()
                return call.unanswered(
                    f"the stream ended early and could not be resumed: status {incoming.status}"
                )
            if (reply := await self._read(call, incoming, resumed=True)) is not None:
                return reply
            again.ended(clock() - begun, call.retry)
            tries = tries if call.last_id == before else 0
        if again.exhausted:
            self.transcript.note(again.problem, CODE)
        return call.unanswered("the event stream ended before the response, also after resuming")

    def _take_session(self, incoming: IncomingResponse) -> None:
        found = incoming.headers.get(SESSION.lower())
        if found is None:
            return
        visible = all("!" <= character <= "~" for character in found)
        if found and visible and len(found) <= _LONGEST_ID:
            self.session_id = found
            return
        problem = "the session id is too long or not visible ASCII; it is not sent back"
        self.transcript.flagged(found.encode("latin-1"), "session-id", problem)

    async def _post(self, raw: bytes, stream: str) -> IncomingResponse:
        return await self.request("POST", body=raw, stream=stream)

    async def _end(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._listener is not None:
            await self._listener.stop()
        if self.session_id is not None and not self.session_lost and not self._unreachable:
            await self._end_session()
        self._time_limits.rest()

    async def _end_session(self) -> None:
        try:
            async with asyncio.timeout(self.limits.grace):
                incoming = await self.request("DELETE")
                await incoming.close()
                self.transcript.note(f"DELETE of the session: status {incoming.status}")
        except (BrokenError, TimeoutError) as error:
            self.transcript.note(f"DELETE of the session: {str(error) or 'no response in time'}")
