"""What both HTTP transports share: connections, headers, responses, closing."""

from __future__ import annotations

import asyncio
from abc import abstractmethod

from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.http.address import Address
from mcptest.wire.http.client_responses import Answers
from mcptest.wire.http.connections.rate_limit import send_unhurried
from mcptest.wire.http.exchange import Carrier, IncomingResponse
from mcptest.wire.http.headers import STANDARD, Headers, Layers
from mcptest.wire.http.probe import Probing
from mcptest.wire.http.signing import send_signed
from mcptest.wire.inbox import Inbox
from mcptest.wire.limits import Limits
from mcptest.wire.link import Closing
from mcptest.wire.target import HttpTarget
from mcptest.wire.transcript import TappedHead, Transcript


class BaseLink(Probing):
    """A conversation over HTTP; a transport says how it asks and what it ends."""

    def __init__(
        self,
        target: HttpTarget,
        address: Address,
        carrier: Carrier,
        *,
        limits: Limits,
        client: ClientSide,
    ) -> None:
        self.address = address
        self.limits = limits
        self.transcript = Transcript(limits.transcript)
        self._answers = Answers(self._post, self.transcript, limits)
        self.inbox = Inbox(
            transcript=self.transcript, limits=limits, client=client, respond=self._answers.send
        )
        self._carrier = carrier
        self._headers = Headers({"Host": address.authority}, STANDARD, target.headers)
        self._credentials = target.credentials
        self._closing: asyncio.Task[Closing] | None = None

    @property
    def version(self) -> SpecVersion | None:
        return self.inbox.version

    @version.setter
    def version(self, version: SpecVersion | None) -> None:
        self.inbox.version = version

    async def request(
        self,
        verb: str,
        *,
        body: bytes = b"",
        layers: Layers = (),
        at: Address | None = None,
        stream: str = "",
    ) -> IncomingResponse:
        """One request with the standard headers changed by ``layers``.

        Raises: BrokenError.
        """
        return await send_unhurried(lambda: self._signed(verb, body, layers, at, stream))

    async def _signed(
        self, verb: str, body: bytes, layers: Layers, at: Address | None, stream: str
    ) -> IncomingResponse:
        headers = self._headers
        if any(layers) or self._credentials is not None:
            headers = headers.copy()
            for layer in layers:
                headers.apply(layer)
        where = at or self.address
        if self._credentials is None:
            return await self._carry(verb, where, headers, body, stream)
        return await send_signed(
            self._credentials,
            headers,
            layers,
            lambda signed: self._carry(verb, where, signed, body, stream),
        )

    async def _carry(
        self, verb: str, at: Address, headers: Headers, body: bytes, stream: str
    ) -> IncomingResponse:
        tap = self.transcript.head_tap
        if tap is None:
            return await self._carrier.request(verb, at, headers, body)
        tap(TappedHead(stream, f"{verb} {at.target}", headers.fields))
        incoming = await self._carrier.request(verb, at, headers, body)
        tap(TappedHead(stream, str(incoming.status), incoming.headers, is_response=True))
        return incoming

    async def close(self) -> Closing:
        """End the conversation and the connections, also when the caller is cancelled."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        return await asyncio.shield(self._closing)

    async def _close(self) -> Closing:
        await self._answers.stop()
        await self._end()
        self.inbox.fail_all("the connection is closed")
        await self._carrier.close()
        return Closing("closed")

    @abstractmethod
    async def _post(self, raw: bytes, stream: str) -> IncomingResponse:
        """Send our answer to a request of the server."""

    @abstractmethod
    async def _end(self) -> None:
        """Stop what runs in the background, and say goodbye where the transport has a way."""
