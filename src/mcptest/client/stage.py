"""One scenario played with one client: messages in, the scenario's messages out, all logged."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from mcptest.client.conversation import ClientConversation
from mcptest.client.log import ClientLog
from mcptest.client.scenario import Scenario
from mcptest.client.turn import Channel, Turn
from mcptest.mock.envelope import IncomingMessage, MessageKind, classify, read_message
from mcptest.mock.server import MockServer
from mcptest.mock.stateless import VERSION_KEY, meta_of
from mcptest.model.json import MISSING, Json, JsonObject
from mcptest.model.spec_version import Era, SpecVersion

SILENCE: Final = 5.0  # seconds; a silence that is shorter proves nothing
_SETTLE: Final = 0.05


class ScenarioStage:
    """The state of one run; a transport feeds it."""

    def __init__(
        self,
        scenario: Scenario,
        version: SpecVersion,
        transport: str,
        *,
        silence_limit: float = SILENCE,
    ) -> None:
        self.scenario = scenario
        self.version = version
        self.transport = transport
        self.silence_limit = silence_limit
        self.log = ClientLog(transport=transport, revision=version.value, era=version.era.value)
        self.log.script = [dict(step) for step in scenario.steps]
        self.conversations: list[ClientConversation] = []
        self.sessions: dict[str, ClientConversation] = {}  # over HTTP, by their id
        self.memory: JsonObject = {}  # what a scenario wants to remember between requests
        self._server = MockServer(scenario.offer, version=version)
        self._asked: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: list[Callable[[], Awaitable[None]]] = []

    def converse(self) -> ClientConversation:
        """Begin a conversation."""
        made = ClientConversation(
            len(self.conversations) + 1,
            self._server.connect(),
            self.version,
            self.scenario.capabilities,
        )
        self.conversations.append(made)
        return made

    def conversation_of(self, session: str | None) -> ClientConversation:
        """That of a session; the latest one where a client names none."""
        return self.sessions.get(session or "", self.conversations[-1])

    def read(
        self, raw: bytes, conversation: ClientConversation, http: JsonObject | None = None
    ) -> list[IncomingMessage]:
        """Log what came; the messages in it, of a batch each one."""
        incoming = read_message(raw)
        if incoming.message is MISSING:
            self.log.unread(incoming, raw, http)
            return []
        entry = self.log.heard(incoming.message, conversation.number, http, size=len(raw))
        entry["stateless"] = VERSION_KEY in meta_of(incoming.params)
        if incoming.kind is not MessageKind.BATCH:
            return [incoming]
        items = incoming.message if isinstance(incoming.message, list) else []
        return [classify(item) for item in items]

    def notice(self, incoming: IncomingMessage, conversation: ClientConversation) -> None:
        """Take what needs no response."""
        conversation.noticed(incoming)
        message = incoming.message
        if isinstance(message, dict) and "method" not in message and "id" in message:
            conversation.responded(message)

    async def respond(
        self, incoming: IncomingMessage, conversation: ClientConversation, channel: Channel
    ) -> Json | None:
        """Let the scenario respond to a request; None where nothing is to be said."""
        if self.is_probe(incoming):
            return _refused_probe(conversation, incoming)
        self._asked[incoming.method] += 1
        turn = Turn(
            self,
            conversation,
            incoming,
            channel,
            number=self._asked[incoming.method],
            place=sum(self._asked.values()),
        )
        reply = await self.scenario.play(turn)
        if reply is MISSING:
            return None
        self.log.told(reply, conversation.number)
        return reply

    def is_probe(self, incoming: IncomingMessage) -> bool:
        """A client of both eras asks which one this is."""
        modern = VERSION_KEY in meta_of(incoming.params)
        return modern and self.version.era is Era.HANDSHAKE

    def start(self, work: asyncio.Task[None]) -> None:
        """Own a task until the scenario ends."""
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End everything that is still going on."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=_SETTLE)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for close in self._closing:
            await close()

    def was_asked_since(self, turn: Turn) -> bool:
        """Whether the client has sent another request since this one."""
        return sum(self._asked.values()) > turn.place

    def at_end(self, close: Callable[[], Awaitable[None]]) -> None:
        """Close something when the scenario ends."""
        self._closing.append(close)

    def expect_more(self, after: str, *, own: bool = False) -> None:
        """Remember an oddity that the client has to survive: it should continue with its steps.

        ``own`` where a rule of its own is about it.
        """
        self.log.fact("oddities", what=after, n=len(self.log.entries), own=own)


def _refused_probe(conversation: ClientConversation, incoming: IncomingMessage) -> Json:
    """As a server of the older era answers a request before ``initialize``."""
    del conversation
    error: JsonObject = {"code": -32601, "message": f"unknown method: {incoming.method}"}
    return {"jsonrpc": "2.0", "id": _id(incoming), "error": error}


def _id(incoming: IncomingMessage) -> Json:
    return None if incoming.id is MISSING else incoming.id
