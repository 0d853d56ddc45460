"""Earlier messages of a session, as far as conditions can refer to them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.meaning.scene import Standing
from mcptest.mock.stateless import CAPABILITIES_KEY, INFO_KEY, meta_of
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion

MOST: Final = 32


class SeenBefore:
    """The memory of one connection, bounded."""

    def __init__(self) -> None:
        self._initialized = False
        self._capabilities: JsonObject = {}
        self._declared: JsonObject = {}
        self._client: str | None = None  # the first that gave its name
        self._discovered = False
        self._asked: OrderedDict[str | int, JsonObject] = OrderedDict()
        self._listened: JsonObject | None = None
        self._is_listening = False

    def note(self, incoming: IncomingMessage) -> None:
        """Keep what a message says of its sender, and what it asks."""
        message = incoming.message
        if not isinstance(message, dict):
            return
        if incoming.kind is MessageKind.NOTIFICATION:
            self._note_notification(incoming)
        elif incoming.kind is MessageKind.REQUEST and isinstance(incoming.id, str | int):
            self._note_request(incoming, message)
            self._asked[incoming.id] = message
            if len(self._asked) > MOST:
                self._asked.popitem(last=False)

    def _note_notification(self, incoming: IncomingMessage) -> None:
        if incoming.method == "notifications/initialized":
            self._initialized = True
        last = self._listened
        if incoming.method == "notifications/cancelled" and last is not None:
            self._is_listening &= incoming.params.get("requestId") != last.get("id")

    def _note_request(self, incoming: IncomingMessage, message: JsonObject) -> None:
        meta = meta_of(incoming.params)
        self._declared |= _object(meta.get(CAPABILITIES_KEY))
        name = _object(meta.get(INFO_KEY)).get("name")
        if isinstance(name, str) and self._client is None:
            self._client = name
        self._discovered |= incoming.method == "server/discover"
        if incoming.method == "initialize":
            self._capabilities = _object(incoming.params.get("capabilities"))
        elif incoming.method == "subscriptions/listen":
            self._listened, self._is_listening = message, True

    def standing(self, number: int, version: SpecVersion | None) -> Standing:
        """Where the conversation is: the Nth of its server, at the revision it was opened with."""
        return Standing(
            connection=number,
            is_open=version is not None,
            is_ready=version is not None and self._initialized,
            version=None if version is None else version.wire,
            capabilities=self._capabilities,
            asked=dict(self._asked),
            declared=dict(self._declared),
            client=self._client,
            is_discovered=self._discovered,
            listened=self._listened,
            is_listening=self._is_listening,
        )


def _object(value: MaybeJson) -> JsonObject:
    return value if isinstance(value, dict) else {}
