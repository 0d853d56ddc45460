"""Route incoming messages: to a pending request, to our client side, or to the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.client_side import ClientSide
from mcptest.wire.codec import FrameError, decode, encode
from mcptest.wire.deadlines import Deadlines
from mcptest.wire.limits import Limits
from mcptest.wire.link import Outgoing, RequestId
from mcptest.wire.peek import peek_id
from mcptest.wire.process.stderr import Stderr
from mcptest.wire.reply import Ending, Reply, ReplyKind
from mcptest.wire.transcript import Transcript
from mcptest.wire.waiting import Waiting

_REMEMBERED = 1024
_AFTER_BROKEN = 1.0  # what is left to an answer when something broken came in its place
_OPENING = {"initialize", "server/discover"}  # what comes before their answer may be a banner


class Inbox:
    """The part of a link that is the same for every transport.

    A transport calls ``expect`` before it sends, ``receive`` for every frame, ``outcome`` to
    wait, and ``fail_all`` when the connection is gone. ``respond`` sends our answer to a
    request of the server; it must not block.
    """

    def __init__(
        self,
        *,
        transcript: Transcript,
        limits: Limits,
        client: ClientSide,
        respond: Callable[[bytes], None],
        stderr: Stderr | None = None,
    ) -> None:
        self.version: SpecVersion | None = None
        self._transcript = transcript
        self._limits = limits
        self.client = client
        self._respond = respond
        self._stderr = stderr
        self._pending: dict[RequestId, Waiting] = {}
        self._answered: deque[RequestId] = deque(maxlen=_REMEMBERED)
        self._given_up: deque[RequestId] = deque(maxlen=_REMEMBERED)
        self._deadlines = Deadlines(self._pending, self._expire)

    @property
    def busy(self) -> bool:
        """Somebody waits, and will hear how it ended."""
        return bool(self._pending)

    def expect(self, out: Outgoing) -> Waiting:
        """Register a request; its clock runs from here."""
        waiting = Waiting(out, self._stderr)
        if out.id is not None:
            self._pending[out.id] = waiting
        return waiting

    async def outcome(self, waiting: Waiting, timeout: float) -> Reply:
        """Wait for the answer, at most that long, whatever else arrives meanwhile."""
        if not waiting.future.done():
            self._deadlines.add(waiting, timeout)
        try:
            return await waiting.future
        finally:
            self.forget(waiting)

    def forget(self, waiting: Waiting) -> None:
        """Stop waiting; an answer that comes later is late, not stray."""
        key = waiting.out.id
        if key is not None and self._pending.get(key) is waiting:
            del self._pending[key]
            self._given_up.append(key)

    def fail_all(self, problem: str, ending: Ending | None = None) -> None:
        """End every request that still waits: nobody will answer it."""
        for waiting in list(self._pending.values()):
            waiting.finish(waiting.reply(ReplyKind.CLOSED, problem=problem, ending=ending))

    def shorten_waits(self) -> None:
        """The server will not hear any more of us: what it was asked, it answers now or never."""
        for waiting in self._pending.values():
            self._deadlines.shorten(waiting, _AFTER_BROKEN)

    def close(self) -> None:
        """Stop the clock; for the end of a link, when nobody waits any more."""
        self._deadlines.cancel()

    def receive(self, raw: bytes, *, stream: str = "", waiting: Waiting | None = None) -> None:
        """Take one frame; ``waiting`` names the request whose own stream carried it."""
        try:
            message = decode(raw, self._limits)
        except FrameError as error:
            self.unreadable(raw, error, stream=stream, waiting=waiting)
            return
        self.accept(message, raw, stream=stream, waiting=waiting)

    def accept(
        self, message: Json, raw: bytes, *, stream: str = "", waiting: Waiting | None = None
    ) -> None:
        """Take one message that was read already."""
        if isinstance(message, list):
            self._take_batch(message, raw, stream, waiting)
        elif not isinstance(message, dict):
            self._flag(raw, "not-a-message", "JSON, but not a JSON-RPC message", stream)
        elif "method" not in message:
            self._take_response(message, raw, stream)
        elif "id" in message:
            self._take_request(message, raw, stream, waiting)
        else:
            self._transcript.received(raw, stream)
            self._take_notification(message, stream, waiting)

    def unreadable(
        self, raw: bytes, error: FrameError, *, stream: str = "", waiting: Waiting | None = None
    ) -> None:
        """Record a frame that is not JSON; if it names a pending request, that request ends."""
        self._flag(raw, error.code, error.message, stream)
        if raw.lstrip()[:1] not in {b"{", b"["} and error.code != "limit-size":
            self._suspect_noise(raw, error)
            return
        found = peek_id(raw)
        meant = self._match(found) or waiting
        problem = f"an unreadable response ({error.code}): {error.message}"
        if meant is not None:
            meant.finish(meant.reply(ReplyKind.MALFORMED, raw=raw, problem=problem))
            return
        for each in self._pending.values():
            each.suspect = each.suspect or (raw, problem)
        if len(self._pending) == 1:
            self._deadlines.shorten(next(iter(self._pending.values())), _AFTER_BROKEN)

    def _suspect_noise(self, raw: bytes, error: FrameError) -> None:
        """Text where one answer was due: perhaps a word in between, perhaps all that will come."""
        if len(self._pending) == 1:
            only = next(iter(self._pending.values()))
            if only.out.method not in _OPENING:
                problem = f"text that is not a JSON-RPC message ({error.code})"
                only.suspect = only.suspect or (raw, problem)

    def _expire(self, waiting: Waiting) -> None:
        problem = f"no response within {waiting.timeout:g} s"
        if waiting.suspect is None:
            waiting.finish(waiting.reply(ReplyKind.TIMED_OUT, problem=problem))
            return
        raw, suspicion = waiting.suspect
        problem = f"{problem}; the server sent {suspicion}"
        waiting.finish(waiting.reply(ReplyKind.MALFORMED, raw=raw, problem=problem))

    def _match(self, found: MaybeJson) -> Waiting | None:
        """The request of that id, compared by type and value: ``true`` is not 1."""
        if type(found) is not int and type(found) is not str:
            return None
        waiting = self._pending.get(found)
        return waiting if waiting is not None and type(waiting.out.id) is type(found) else None

    def _take_response(self, message: JsonObject, raw: bytes, stream: str) -> None:
        found = message.get("id", MISSING)
        waiting = self._match(found)
        if waiting is None:
            self._take_stray(message, found, raw, stream)
            return
        self._transcript.received(raw, stream)
        key = waiting.out.id
        assert key is not None
        del self._pending[key]
        self._answered.append(key)
        if self._transcript.listener is not None:
            self._transcript.listener(message, stream, waiting)
        waiting.answer(message, raw)

    def _take_stray(self, message: JsonObject, found: MaybeJson, raw: bytes, stream: str) -> None:
        shown = "no id" if found is MISSING else f"id {encode(found)[:60].decode()}"
        if found is not MISSING and any(same_json(found, each) for each in self._given_up):
            self._flag(raw, "late-answer", f"a response after the timeout, {shown}", stream)
        elif any(same_json(found, each) for each in self._answered):
            self._flag(raw, "second-answer", f"a second response to {shown}", stream)
        elif "result" not in message and "error" not in message:
            self._flag(raw, "not-a-message", "an object that is not a JSON-RPC message", stream)
        else:
            self._flag(raw, "stray-answer", f"a response to an unknown request, {shown}", stream)
            self._answer_of_other_type(message, found, raw)

    def _answer_of_other_type(self, message: JsonObject, found: MaybeJson, raw: bytes) -> None:
        """``"1"`` or ``1.0`` where 1 was sent: no answer, and none that follows would be."""
        for key, waiting in self._pending.items():
            if same_json(found, key) or (isinstance(found, str | int) and str(found) == str(key)):
                problem = "the response has the request's id with another JSON type"
                reply = waiting.reply(
                    ReplyKind.MALFORMED, message=message, raw=raw, problem=problem
                )
                waiting.finish(reply)
                return

    def _take_request(
        self, message: JsonObject, raw: bytes, stream: str, waiting: Waiting | None
    ) -> None:
        method = str(message["method"])
        if self.client.declares(method):
            self._transcript.received(raw, stream)
        else:
            problem = f"the server sent {method[:100]!r}, which the client did not declare"
            self._flag(raw, "undeclared-request", problem, stream)
        self._tell(message, stream, waiting)
        for owner in self._owners(waiting, MISSING):
            owner.note(owner.requests, message, self._limits.notifications)
        self.client.respond(message, lambda response: self._respond(encode(response)))

    def _take_notification(self, message: JsonObject, stream: str, waiting: Waiting | None) -> None:
        params = message.get("params")
        token: MaybeJson = MISSING
        if message["method"] == "notifications/progress" and isinstance(params, dict):
            token = params.get("progressToken", MISSING)
        self._tell(message, stream, waiting)
        for owner in self._owners(waiting, token):
            owner.note(owner.notifications, message, self._limits.notifications)

    def _owners(self, waiting: Waiting | None, token: MaybeJson) -> list[Waiting]:
        """Who a message belongs to: its stream, its token, or everybody who waits."""
        if waiting is not None:
            return [waiting]
        everybody = list(self._pending.values())
        if token is MISSING:
            return everybody
        return [each for each in everybody if same_json(each.token, token)] or everybody

    def _take_batch(
        self, messages: list[Json], raw: bytes, stream: str, waiting: Waiting | None
    ) -> None:
        if self.version is SpecVersion.V2025_03_26 and messages:
            self._transcript.received(raw, stream)
        else:
            self._flag(
                raw, "frame-batch", "a batch array, which this revision does not support", stream
            )
        for message in messages:
            if isinstance(message, list):
                self._flag(encode(message), "not-a-message", "a nested array", stream)
            else:
                self.accept(message, encode(message), stream=f"{stream}[]", waiting=waiting)

    def _tell(self, message: JsonObject, stream: str, waiting: Waiting | None) -> None:
        if self._transcript.listener is not None:
            self._transcript.listener(message, stream, waiting)

    def _flag(self, raw: bytes, code: str, problem: str, stream: str) -> None:
        self._transcript.flagged(raw, code, problem, stream)
