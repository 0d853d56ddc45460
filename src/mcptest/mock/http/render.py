"""A draft as HTTP: status, headers, and a body of JSON or of events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcptest.mock.http.headers import accepts, accepts_events
from mcptest.mock.overrides.draft import DraftReply
from mcptest.model.json import MISSING, Json
from mcptest.model.record import record
from mcptest.wire.codec import encode


@record
class Rendered:
    """What goes out; ``later`` follows after ``pause_ms``, and ``hold`` leaves the stream open."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    later: bytes = b""
    pause_ms: int = 0
    hold: bool = False


def render(draft: DraftReply, request_headers: Mapping[str, str], *, sse: bool) -> Rendered:
    """The answer in the form that the override, the client or the definition asks for."""
    streams = _streams(draft, request_headers, sse=sse)
    later = b""
    if streams and draft.pause_ms:
        later = b"".join(event(message) for message in draft.after)
        draft = replace(draft, after=())
    body = _events(draft) if streams else _json(draft)
    headers: dict[str, str | None] = {}
    if streams:
        headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
        headers["X-Accel-Buffering"] = "no"
    elif body:
        headers = {"Content-Type": "application/json"}
    if draft.content_type is not None:
        headers["Content-Type"] = draft.content_type
    is_open = streams and (bool(later) or draft.hold)
    unsized = is_open or draft.status == 204  # noqa: PLR2004
    headers["Content-Length"] = None if unsized else str(len(body))
    for name, value in draft.headers.items():
        headers = {known: v for known, v in headers.items() if known.lower() != name.lower()}
        headers[name] = value
    lines = [
        (n.encode("latin-1"), v.encode("latin-1")) for n, v in headers.items() if v is not None
    ]
    pause = draft.pause_ms if later else 0
    return Rendered(draft.status or 200, tuple(lines), body, later, pause, streams and draft.hold)


def _streams(draft: DraftReply, request_headers: Mapping[str, str], *, sse: bool) -> bool:
    """An event stream carries answers; refusals by HTTP stay plain."""
    if draft.sse is not None:
        return draft.sse
    if draft.status != 200 or draft.reply is MISSING:  # noqa: PLR2004
        return False
    wanted = sse or bool(draft.before or draft.after)
    return accepts_events(request_headers) and (
        wanted or not accepts(request_headers, "application/json")
    )


def _json(draft: DraftReply) -> bytes:
    if draft.raw is not None:
        return draft.raw
    return b"\n".join(encode(message) for message in messages_of(draft))


def _events(draft: DraftReply) -> bytes:
    if draft.raw is not None:
        return draft.raw
    return b"".join(event(message) for message in messages_of(draft))


def event(message: Json) -> bytes:
    """One message as one event."""
    return b"event: message\ndata: " + encode(message) + b"\n\n"


def messages_of(draft: DraftReply) -> list[Json]:
    """Everything that the answer says, in order."""
    reply: list[Json] = [] if draft.reply is MISSING else [draft.reply]
    return [*draft.before, *reply, *draft.after]
