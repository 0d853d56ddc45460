"""The mock itself, without a transport: messages in, messages out, in both eras."""

from __future__ import annotations

from collections.abc import Sequence

from mcptest.mock import handshake, stateless
from mcptest.mock.caller import PendingCall
from mcptest.mock.envelope import IncomingMessage, MessageKind, classify, read_message
from mcptest.mock.features import Features
from mcptest.mock.manifest.definition import MockDefinition
from mcptest.mock.meaning.past import SeenBefore
from mcptest.mock.meaning.scene import MockOffer, Standing
from mcptest.mock.overrides.draft import DraftReply, Out
from mcptest.mock.overrides.fault import parse_fault
from mcptest.mock.overrides.override import Override, OverrideBook
from mcptest.mock.rpc import INVALID_REQUEST, RpcError, error_message, result_message
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.model.spec_version import Era, SpecVersion


class MockServer:
    """One server; a transport opens a connection for every process or session it stands for."""

    def __init__(
        self,
        definition: MockDefinition,
        *,
        version: SpecVersion | None = None,
        fault: str | None = None,
        overrides: Sequence[Override] = (),
    ) -> None:
        spoken = tuple(SpecVersion) if version is None else (version,)
        self.definition = definition
        self.features = Features(definition)
        self.handshakes = tuple(v for v in spoken if v.era is Era.HANDSHAKE)
        self.stateless = any(v.era is Era.STATELESS for v in spoken)
        self.book = OverrideBook((*parse_fault(fault), *overrides), self._offer(spoken))
        self._connections = 0
        self._own = self.connect()

    def _offer(self, spoken: Sequence[SpecVersion]) -> MockOffer:
        newer = tuple(v.wire for v in spoken if v.era is Era.STATELESS)
        return MockOffer(self.features, tuple(v.wire for v in self.handshakes), newer)

    def connect(self, *, reopens: bool = False) -> MockConnection:
        """``reopens`` answers a second ``initialize`` like the first, as the SDKs do on stdio."""
        self._connections += 1
        return MockConnection(self, self._connections, reopens=reopens)

    def start(self) -> list[Out]:
        """What an override makes the server say or do before anything else."""
        return self.book.start().outs()

    def handle(self, message: Json) -> list[Out]:
        """One message on the server's own connection, for use without a transport."""
        return self._own.handle(message)


class MockConnection:
    """One client's conversation; in the handshake era it has a revision."""

    def __init__(self, server: MockServer, number: int, *, reopens: bool = False) -> None:
        self._server = server
        self._number = number
        self._reopens = reopens
        self.version: SpecVersion | None = None
        self._past = SeenBefore()

    def receive(self, raw: bytes) -> list[Out]:
        """One message as bytes."""
        return self.draft(read_message(raw)).outs()

    def handle(self, message: Json) -> list[Out]:
        """One message."""
        return self.draft(classify(message)).outs()

    def draft(self, incoming: IncomingMessage, caller: PendingCall | None = None) -> DraftReply:
        """The answer with the overrides applied."""
        standing = self.standing()
        healthy = DraftReply(reply=self.reply(incoming, caller))
        return self._server.book.apply(incoming, healthy, standing=standing)

    def standing(self) -> Standing:
        """Where the conversation is now, for conditions on the message that comes next."""
        return self._past.standing(self._number, self.version)

    def reply(self, incoming: IncomingMessage, caller: PendingCall | None = None) -> MaybeJson:
        """The healthy answer; MISSING where nothing is to be said."""
        if not self._server.book.is_empty:
            self._past.note(incoming)
        if incoming.kind is MessageKind.BATCH:
            return self._batch(incoming, caller)
        if incoming.kind in (MessageKind.NOTIFICATION, MessageKind.RESPONSE):
            return MISSING
        try:
            if incoming.refusal is not None:
                raise incoming.refusal
            result = self._result(incoming.method, incoming.params, caller)
        except RpcError as error:
            return self.refuse(incoming.id, error)
        return result_message(incoming.id, result)

    def refuse(self, request_id: MaybeJson, error: RpcError) -> JsonObject:
        """An error; an id that could not be read is null, from 2025-11-25 on left out."""
        if request_id is MISSING and not self._may_omit_id():
            return error_message(None, error.as_json())
        return error_message(request_id, error.as_json())

    def _may_omit_id(self) -> bool:
        newest = max(self._server.handshakes, default=SpecVersion.V2026_07_28)
        return (self.version or newest) >= SpecVersion.V2025_11_25

    def _result(self, method: str, params: JsonObject, caller: PendingCall | None) -> JsonObject:
        if self.is_stateless(method, params):
            return stateless.answer_alone(self._server.features, method, params, caller)
        if method == "initialize":
            return self._initialize(params)
        features = self._server.features
        return handshake.answer_in_session(features, method, params, self.version, caller)

    def is_stateless(self, method: str, params: JsonObject) -> bool:
        """2026-07-28, versioning: ``_meta`` marks the one era, ``initialize`` opens the other."""
        if not (self._server.stateless and self._server.handshakes):
            return self._server.stateless
        if stateless.VERSION_KEY in stateless.meta_of(params):
            return True
        return self.version is None and method not in ("initialize", "ping")

    def _initialize(self, params: JsonObject) -> JsonObject:
        if self.version is not None and not self._reopens:
            raise RpcError(INVALID_REQUEST, "the session is already open")
        version = handshake.negotiate(params, self._server.handshakes)
        self.version = version
        return handshake.initialize_result(self._server.features, version)

    def _batch(self, incoming: IncomingMessage, caller: PendingCall | None) -> MaybeJson:
        """2025-03-26 alone has batches, and ``initialize`` is never part of one."""
        items = incoming.message if isinstance(incoming.message, list) else []
        if self.version is not SpecVersion.V2025_03_26 or not items:
            return self.refuse(MISSING, RpcError(INVALID_REQUEST, "batches are not supported"))
        replies = [self._item(classify(item), caller) for item in items]
        said = [reply for reply in replies if reply is not MISSING]
        return said or MISSING

    def _item(self, incoming: IncomingMessage, caller: PendingCall | None) -> MaybeJson:
        if incoming.kind is MessageKind.BATCH:
            return self.refuse(MISSING, RpcError(INVALID_REQUEST, "a batch cannot contain a batch"))
        draft = self.draft(incoming, caller)
        return MISSING if draft.silent else draft.reply
