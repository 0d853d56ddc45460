"""One client's session with a scenario: what it declared, and what it was asked."""

from __future__ import annotations

import asyncio
from itertools import count

from mcptest.mock import stateless
from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.server import MockConnection
from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import with_changes
from mcptest.model.spec_version import Era, SpecVersion


def key_of(request_id: MaybeJson) -> tuple[str, str]:
    """An id as JSON tells them apart: 7 is not "7"."""
    return type(request_id).__name__, str(request_id)


class ClientConversation:
    """A stdio process, an HTTP session, or all requests of a stateless client."""

    def __init__(
        self, number: int, connection: MockConnection, version: SpecVersion, extra: JsonObject
    ) -> None:
        self.number = number
        self.version = version
        self.declared: JsonObject = {}
        self.ended = False  # the scenario has forgotten it
        self._connection = connection
        self._extra = extra
        self._waiting: dict[tuple[str, str], asyncio.Future[JsonObject]] = {}
        self._cancelled: dict[tuple[str, str], asyncio.Event] = {}
        self._ids = count(1)

    def next_id(self) -> int:
        return next(self._ids)

    def reply(self, incoming: IncomingMessage) -> MaybeJson:
        """The response of a correct server, with the capabilities of the scenario."""
        if self.version.era is Era.STATELESS:
            incoming = _with_meta(incoming)
        reply = self._connection.reply(incoming)
        result = reply.get("result") if isinstance(reply, dict) else None
        if not self._extra or not isinstance(result, dict) or "capabilities" not in result:
            return reply
        assert isinstance(reply, dict)
        offered = result["capabilities"]
        assert isinstance(offered, dict)
        return {**reply, "result": {**result, "capabilities": {**offered, **self._extra}}}

    def expect(self, request_id: str | int) -> asyncio.Future[JsonObject]:
        """A future for the response to one of our requests."""
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[key_of(request_id)] = waiting
        return waiting

    def responded(self, message: JsonObject) -> None:
        """Take a response of the client; one that nobody waits for is in the log alone."""
        waiting = self._waiting.pop(key_of(message.get("id")), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def cancelled(self, request_id: MaybeJson) -> asyncio.Event:
        """Set when the client cancels that request."""
        return self._cancelled.setdefault(key_of(request_id), asyncio.Event())

    def noticed(self, incoming: IncomingMessage) -> None:
        """Learn from a message what matters later."""
        if incoming.method == "initialize":
            self.declared = _object(incoming.params.get("capabilities"))
        elif incoming.method == "notifications/cancelled":
            self.cancelled(incoming.params.get("requestId")).set()
        elif stateless.VERSION_KEY in stateless.meta_of(incoming.params):
            meta = stateless.meta_of(incoming.params)
            self.declared = _object(meta.get(stateless.CAPABILITIES_KEY))

    def declares(self, *path: str) -> bool:
        """Whether the client declared a capability."""
        here: Json = self.declared
        for step in path:
            if not isinstance(here, dict) or step not in here:
                return False
            here = here[step]
        return True


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _with_meta(incoming: IncomingMessage) -> IncomingMessage:
    """What a request should say of itself; that it does not is a finding, not the end."""
    meta = stateless.meta_of(incoming.params)
    whole: JsonObject = {
        **meta,
        stateless.VERSION_KEY: meta.get(stateless.VERSION_KEY, stateless.SUPPORTED[0]),
        stateless.CAPABILITIES_KEY: _object(meta.get(stateless.CAPABILITIES_KEY)),
    }
    whole = {key: value for key, value in whole.items() if key != stateless.INFO_KEY}
    return with_changes(incoming, params={**incoming.params, "_meta": whole})
