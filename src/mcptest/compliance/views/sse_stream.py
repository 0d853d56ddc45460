"""The opening of an HTTP+SSE stream, seen before any session exists."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.raw_http import plain_fetch
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.errors import TargetHandshakeError
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.http.event_stream import EventReader

_LONGEST = 1 << 16


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    target = ctx.target.http
    assert target is not None
    try:
        transport = (await exam.session(ctx)).link.transport.name
    except TargetHandshakeError:
        transport = "sse"  # nothing opened, so the stream itself says what is wrong
    if transport != "sse":
        text = f"checked over HTTP+SSE only; this server uses {transport}"
        raise NotSeenError(SkipReason.OTHER_TRANSPORT, text)
    headers = {"Accept": "text/event-stream", **target.headers}
    root = await plain_fetch("GET", target.url, headers, ctx)
    http = root.get("http")
    body = str(http["body"]) if isinstance(http, dict) else ""
    for event in EventReader(_LONGEST).feed(body.encode())[:1]:
        root["first"] = _first(event.name, (event.data or b"").decode(), target.url)
    return root


def _first(name: str, data: str, url: str) -> JsonObject:
    there = urlsplit(urljoin(url, data.strip()))
    here = urlsplit(url)
    same = (there.scheme, there.netloc) == (here.scheme, here.netloc)
    return {"name": name, "data": data, "same_origin": same}


VIEW = View(
    name="sse-stream",
    summary="GET of an HTTP+SSE address: how it is answered and what the first event says.",
    members={
        "http": "status, headers, content_type",
        "first": "the first event: name, data, same_origin (of the address in data)",
    },
    look=_look,
    alone=True,
)
