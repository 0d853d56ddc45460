"""Every HTTP exchange of this examination: the request, the messages that came for it, the head."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import http_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import MISSING, Json, JsonObject, same_json
from mcptest.wire.transcript import Transcript

# What is asked at least, each with its own kind of answer.
_CORE = ("opening", "tools", "resources", "prompts", "calls", "reads", "gets", "marked-calls")


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    for name in _CORE:
        with suppress(NotSeenError):
            await exam.see(name, ctx)
    items: list[Json] = []
    for number, transcript in enumerate(exam.transcripts):
        items += [{"conversation": number, **item} for item in _exchanges(transcript)]
    return {"items": items}


def _exchanges(transcript: Transcript) -> Iterator[JsonObject]:
    said: dict[str, list[Json]] = {name: [] for name in transcript.heads}
    asked: dict[str, JsonObject] = {}
    for entry in transcript.entries:
        message = entry.message
        if entry.stream not in said or not isinstance(message, dict):
            continue
        if entry.direction == "sent":
            asked[entry.stream] = message
        elif entry.direction == "received":
            said[entry.stream].append(message)
    for name, facts in transcript.heads.items():
        request = asked.get(name)
        if request is not None and "method" in request:
            http = {key: value for key, value in http_root(facts).items() if key != "body"}
            yield {
                "method": request["method"],
                "request": request,
                "http": http,
                "received": said[name],
                **_around(request, said[name]),
            }


def _around(request: JsonObject, received: list[Json]) -> JsonObject:
    """The messages before the response and after it; neither where none came."""
    own = request.get("id", MISSING)
    for place, message in enumerate(received):
        if not isinstance(message, dict) or "method" in message or own is MISSING:
            continue
        if same_json(message.get("id"), own):
            return {"before": received[:place], "after": received[place + 1 :]}
    return {}


VIEW = View(
    name="streams",
    summary="Every request by HTTP, with all that came in response to it; looked at last.",
    members={
        "items": "one for each: method, request, http, received, and before and after (the "
        "messages around the response, where one came)",
    },
    look=_look,
    watches=True,
    before=_CORE,
)
