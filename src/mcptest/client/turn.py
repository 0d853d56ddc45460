"""One request from the client, as a scenario handles it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.rpc import RpcError, error_message, result_message
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.record import with_changes
from mcptest.model.spec_version import HANDSHAKE_VERSIONS, Era, SpecVersion

if TYPE_CHECKING:
    from mcptest.client.conversation import ClientConversation
    from mcptest.client.stage import ScenarioStage


class Channel(Protocol):
    """Where messages that belong to one request go."""

    async def send(self, message: Json) -> None:
        """One message, at once."""

    @property
    def is_gone(self) -> asyncio.Event:
        """Set when the client no longer listens."""


class Turn:
    """What a scenario sees, and what it can do before and instead of responding."""

    def __init__(
        self,
        stage: ScenarioStage,
        conversation: ClientConversation,
        incoming: IncomingMessage,
        channel: Channel,
        *,
        number: int,
        place: int,
    ) -> None:
        self.stage = stage
        self.conversation = conversation
        self.incoming = incoming
        self.channel = channel
        self.number = number  # of the requests of this method, from 1
        self.place = place  # among all requests, from 1

    @property
    def method(self) -> str:
        return self.incoming.method

    @property
    def params(self) -> JsonObject:
        return self.incoming.params

    @property
    def tool(self) -> Json:
        """The tool that is called; None for another request."""
        return self.params.get("name") if self.method == "tools/call" else None

    @property
    def arguments(self) -> JsonObject:
        given = self.params.get("arguments")
        return given if isinstance(given, dict) else {}

    def healthy(self) -> MaybeJson:
        """The response of a correct server."""
        return self.conversation.reply(self.incoming)

    def healthy_at(self, params: JsonObject) -> JsonObject:
        """The result that a correct server gives for other params."""
        reply = self.conversation.reply(with_changes(self.incoming, params=params))
        result = reply.get("result") if isinstance(reply, dict) else None
        return result if isinstance(result, dict) else {}

    def complete(self) -> JsonObject:
        """What every result of the stateless era says of itself."""
        stateless = self.stage.version.era is Era.STATELESS
        return {"resultType": "complete"} if stateless else {}

    def opened_at(self, version: str) -> MaybeJson:
        """The response to ``initialize`` with another revision in it."""
        reply = self.healthy()
        result = reply.get("result") if isinstance(reply, dict) else None
        if not isinstance(reply, dict) or not isinstance(result, dict):
            return reply
        return {**reply, "result": {**result, "protocolVersion": version}}

    def revision_beside(self, step: int) -> str:
        """The next older or newer revision with a handshake than the one that was asked for."""
        asked = SpecVersion.from_wire(str(self.params.get("protocolVersion")))
        known = list(HANDSHAKE_VERSIONS)
        place = known.index(asked if asked in known and asked else self.stage.version) + step
        return known[min(max(place, 0), len(known) - 1)].wire

    def number_of(self, label: str) -> int:
        """How often a scenario has come here with this label, this time included."""
        key = f"count {label}"
        before = self.stage.memory.get(key, 0)
        assert isinstance(before, int)
        self.stage.memory[key] = before + 1
        return before + 1

    def result(self, result: Json) -> JsonObject:
        return result_message(self.incoming.id, result)

    def error(self, code: int, message: str, data: MaybeJson = MISSING) -> JsonObject:
        return error_message(self.incoming.id, RpcError(code, message, data).as_json())

    async def notify(self, method: str, params: JsonObject | None = None) -> None:
        """Send a notification that belongs to this request."""
        message: JsonObject = {"jsonrpc": "2.0", "method": method}
        await self.say(message if params is None else {**message, "params": params})

    async def say(self, message: Json) -> None:
        """Send anything."""
        self.stage.log.told(message, self.conversation.number)
        await self.channel.send(message)

    async def ask(
        self,
        method: str,
        params: JsonObject | None = None,
        *,
        request_id: str | int | None = None,
        seconds: float | None = None,
    ) -> JsonObject | None:
        """Send a request to the client and wait; None where no response came in time.

        A client that closed the connection meanwhile may never have seen the request.
        """
        conversation, log = self.conversation, self.stage.log
        own = conversation.next_id() if request_id is None else request_id
        message: JsonObject = {"jsonrpc": "2.0", "id": own, "method": method}
        if params is not None:
            message["params"] = params
        waiting = conversation.expect(own)
        await self.say(message)
        limit = self.stage.silence_limit if seconds is None else seconds
        await asyncio.wait({waiting}, timeout=limit)
        if waiting.done():
            return waiting.result()
        if not self.channel.is_gone.is_set():
            log.happened("waited", id=own, seconds=limit)
        return None

    async def pause(self, seconds: float) -> bool:
        """Wait, but not for a client that is gone or that cancelled; whether it still waits."""
        gone = asyncio.ensure_future(self.channel.is_gone.wait())
        cancelled = asyncio.ensure_future(self.conversation.cancelled(self.incoming.id).wait())
        both = {gone, cancelled}
        try:
            done, _ = await asyncio.wait(both, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
        return not done
