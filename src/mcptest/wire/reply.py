"""The reply to one message: always a value, whatever the server did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.record import record


class ReplyKind(StrEnum):
    ANSWERED = "answered"  # a JSON-RPC response with our id
    ACCEPTED = "accepted"  # nothing was asked, nothing came (a notification)
    TIMED_OUT = "timed-out"  # no response within the limit
    CLOSED = "closed"  # the process ended, or the connection broke
    MALFORMED = "malformed"  # bytes that are not a JSON-RPC response
    REFUSED = "refused"  # an HTTP status without a JSON-RPC response to us


@record(frozen=False)  # never changed; see Reply
class HttpFacts:
    """What HTTP said around the message; ``left_open``: the event stream outlived its answer."""

    status: int
    headers: Mapping[str, str]
    content_type: str
    body: bytes = b""
    event_ids: tuple[str, ...] = ()
    left_open: bool = False


@record
class Ending:
    """How a server process ended: exit status or signal, and its last words."""

    status: int | None = None
    signal: str | None = None
    stderr: str = ""

    def __str__(self) -> str:
        if self.signal:
            return f"was killed by {self.signal}"
        return "closed the connection" if self.status is None else f"exited with code {self.status}"


@record(frozen=False)  # never changed; one is made for every message, at half the cost
class Reply:
    """One exchange. ``result`` and ``error`` are MISSING unless the server sent them."""

    kind: ReplyKind
    method: str
    request: MaybeJson = MISSING
    message: MaybeJson = MISSING
    result: MaybeJson = MISSING
    error: MaybeJson = MISSING
    duration_ms: float = 0.0
    problem: str | None = None  # for people: why it is not an answer
    raw: bytes = b""  # the offending or answering bytes, bounded
    notifications: tuple[Json, ...] = ()
    notifications_dropped: int = 0
    server_requests: tuple[Json, ...] = ()
    http: HttpFacts | None = None
    ending: Ending | None = None
    stderr: str = field(default="")  # what arrived on stderr meanwhile

    @property
    def ok(self) -> bool:
        """A JSON-RPC result arrived."""
        return self.kind is ReplyKind.ANSWERED and self.result is not MISSING

    @property
    def error_code(self) -> int | None:
        code = self.error.get("code") if isinstance(self.error, dict) else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None

    @property
    def exchange(self) -> Exchange:
        return Exchange(request=self.request, reply=self.message)
