"""One request over HTTP: what came back so far, and what it means."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.wire.codec import FrameError, decode
from mcptest.wire.http.body import keep_body
from mcptest.wire.http.event_stream import Event, EventReader
from mcptest.wire.http.exchange import SURPLUS, IncomingResponse
from mcptest.wire.http.explain import status_problem
from mcptest.wire.http.failures import BrokenError
from mcptest.wire.inbox import Inbox
from mcptest.wire.limits import Limits
from mcptest.wire.reply import HttpFacts, Reply, ReplyKind
from mcptest.wire.transcript import Transcript
from mcptest.wire.waiting import EVIDENCE, Waiting

EVENT_STREAM = "text/event-stream"
_MOST_IDS = 1_000


class Call:
    """Reads responses into the inbox and keeps the facts around them."""

    __slots__ = (
        "_body",
        "_event_ids",
        "_inbox",
        "_incoming",
        "_limits",
        "_transcript",
        "last_id",
        "left_open",
        "retry",
        "stream",
        "waiting",
    )

    def __init__(
        self, waiting: Waiting, inbox: Inbox, transcript: Transcript, limits: Limits, stream: str
    ) -> None:
        self.waiting = waiting
        self.last_id: str | None = None
        self.retry = 0.0
        self.left_open = False
        self._inbox = inbox
        self._transcript = transcript
        self._limits = limits
        self.stream = stream
        self._incoming: IncomingResponse | None = None
        self._body = b""
        self._event_ids: list[str] = []

    @property
    def asked(self) -> bool:
        return self.waiting.out.id is not None

    async def take(self, incoming: IncomingResponse, *, settle: float) -> Reply | None:
        """Read one response; None when an event stream ended and the answer was not in it.

        Once the answer is there, the stream has ``settle`` seconds to end.
        Raises: BrokenError.
        """
        self._incoming = incoming
        coding = incoming.headers.get("content-encoding", "identity").strip().lower()
        if coding not in {"", "identity"}:
            problem = f"the body is encoded as {coding[:40]!r}, which was not requested"
            raise BrokenError(ReplyKind.MALFORMED, "http-encoding", f"{problem}; it was not read")
        if incoming.content_type == EVENT_STREAM and incoming.ok:
            return await self._take_events(incoming, settle)
        self._body = await incoming.body()
        reply = self._judge(incoming)
        return self._with_surplus(reply) if incoming.surplus else reply

    def facts(self) -> HttpFacts | None:
        incoming = self._incoming
        if incoming is None:
            return None
        return HttpFacts(
            incoming.status,
            incoming.headers,
            incoming.content_type,
            self._body[:EVIDENCE],
            tuple(self._event_ids),
            self.left_open,
        )

    def broken(self, error: BrokenError) -> Reply:
        """The reply for an exchange that broke, unless the answer had come before."""
        self._transcript.flagged(error.raw, error.code, error.problem, self.stream)
        if self.waiting.future.done():
            return self.waiting.future.result()
        raw = error.raw or self._body
        return self.waiting.reply(error.kind, problem=f"{error.problem} ({error.code})", raw=raw)

    def expired(self, timeout: float) -> Reply:
        """The reply when the time is over."""
        if self.waiting.future.done():
            return self.waiting.future.result()
        if self._incoming is None:
            state = "no response"
        elif self._incoming.content_type == EVENT_STREAM:
            state = "the event stream is open, but the response has not arrived"
        else:
            state = f"status {self._incoming.status} received, but the body is incomplete"
        problem = f"no response within {timeout:g} s: {state}"
        return self.waiting.reply(ReplyKind.TIMED_OUT, problem=problem, raw=self._body)

    def unanswered(self, problem: str) -> Reply:
        if self.waiting.future.done():
            return self.waiting.future.result()
        kind = ReplyKind.CLOSED if self.asked else ReplyKind.ACCEPTED
        return self.waiting.reply(kind, problem=problem if self.asked else None)

    # Event streams

    async def _take_events(self, incoming: IncomingResponse, settle: float) -> Reply | None:
        reader = EventReader(self._limits.message)
        done = self.waiting.future.done
        try:
            async with asyncio.timeout(None if self.asked else settle) as deadline:
                async with aclosing(incoming.chunks()) as chunks:
                    async for chunk in chunks:
                        self._take_chunk(reader, chunk)
                        if done() and deadline.when() is None:
                            now = asyncio.get_running_loop().time()
                            deadline.reschedule(now + settle)
        except TimeoutError:
            self.left_open = True
        except BrokenError as error:
            if not done() and (error.kind is not ReplyKind.CLOSED or self.last_id is None):
                raise
            self._transcript.flagged(error.raw, error.code, error.problem, self.stream)
        return self.waiting.future.result() if done() else None

    def _take_chunk(self, reader: EventReader, chunk: bytes) -> None:
        if len(self._body) < EVIDENCE:
            self._body += chunk
        for event in reader.feed(chunk):
            self._take_event(event)
        if reader.overflowed and not self.waiting.future.done():
            problem = f"one event is larger than {self._limits.message} bytes"
            raise BrokenError(ReplyKind.MALFORMED, "limit-event", problem, self._body)

    def _take_event(self, event: Event) -> None:
        if event.id is not None:
            self.last_id = event.id or None
            if event.id and len(self._event_ids) < _MOST_IDS:
                self._event_ids.append(event.id)
        if event.retry is not None:
            self.retry = event.retry / 1000
        if event.name != "message":
            self._transcript.note(f"an event named {event.name[:60]!r} was ignored")
        elif event.data:
            self._inbox.receive(event.data, stream=self.stream, waiting=self.waiting)

    # Bodies

    def _judge(self, incoming: IncomingResponse) -> Reply:
        message = self._read(incoming)
        if not incoming.ok and isinstance(message, dict) and "result" in message:
            method = self.waiting.out.method
            text = f"a result of {method} arrived with HTTP status {incoming.status}"
            self._transcript.note(text, "result-refused")
        if self.waiting.future.done():
            return self.waiting.future.result()
        problem: str | None = status_problem(incoming.status, incoming.headers, self._body)
        kind = ReplyKind.REFUSED
        if incoming.ok and not self.asked:
            kind = ReplyKind.ACCEPTED
            problem = None if message is MISSING else "a response to a notification"
        elif incoming.ok and self._body:
            kind = ReplyKind.MALFORMED
            problem = _body_problem(message) if incoming.is_json else problem
        return self.waiting.reply(kind, message=message, raw=self._body, problem=problem)

    def _read(self, incoming: IncomingResponse) -> MaybeJson:
        """The message in the body, which goes to the inbox where it speaks to us."""
        if not self._body:
            return MISSING
        try:
            message = decode(self._body, self._limits)
        except FrameError as error:
            if incoming.is_json and incoming.ok:
                self._inbox.unreadable(self._body, error, stream=self.stream, waiting=self.waiting)
            return MISSING
        # A refusal often cannot know the id: null, nothing, or one of the server's own making.
        ours = isinstance(message, dict) and self._is_ours(message)
        if incoming.is_json and (ours or (incoming.ok and not _is_anonymous_error(message))):
            self._inbox.accept(message, self._body, stream=self.stream, waiting=self.waiting)
        elif incoming.ok:
            self._transcript.received(self._body, self.stream)
        else:
            keep_body(self._transcript, self._body, message, self.stream)
        return message

    def _is_ours(self, message: JsonObject) -> bool:
        return self.asked and same_json(message.get("id", MISSING), self.waiting.out.id)

    def _with_surplus(self, reply: Reply) -> Reply:
        problem = "the body is longer than its Content-Length"
        self._transcript.flagged(self._body, SURPLUS, problem, self.stream)
        return replace(reply, kind=ReplyKind.MALFORMED, problem=f"{problem} ({SURPLUS})")


def _is_anonymous_error(message: Json) -> bool:
    return isinstance(message, dict) and message.get("id") is None and "error" in message


def _body_problem(message: MaybeJson) -> str:
    return (
        "the body is not JSON"
        if message is MISSING
        else "the body contains no response with the request's id"
    )
