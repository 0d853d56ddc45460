"""A call whose event stream the server closes before the response, and the rest of that stream."""

from __future__ import annotations

import json
import re
from typing import Final

from mcptest.compliance.corpus.rule import Observe
from mcptest.compliance.observe.connection import connect
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.found_fixtures import needs
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.raw_http import fetch
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.schema.pointer import follow_pointer

HINT: Final = "reconnecting_tool"
_ID: Final = "mcptest-reconnecting"
_WATCH: Final = 4.0
_FIELD: Final = re.compile(r"^(id|retry|data): ?(.*)$", re.MULTILINE)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    tool = exam.hints.get(HINT)
    if not isinstance(tool, dict):
        raise NotSeenError(SkipReason.NEEDS_FIXTURE, needs(HINT))
    params: JsonObject = {"name": tool.get("name"), "arguments": tool.get("args", {})}
    body: JsonObject = {"jsonrpc": "2.0", "id": _ID, "method": "tools/call", "params": params}
    async with connect(Observe(), {}, exam, ctx, view=None) as line:
        async with may_call(tool.get("name"), exam, ctx):
            sent: JsonObject = {"method": "POST", "body": body, "watch": _WATCH}
            root = _stream(await fetch(sent, line, ctx))
        ids = root["ids"]
        if root["early"] is True and isinstance(ids, list) and ids:
            headers: JsonObject = {"Accept": "text/event-stream", "Last-Event-ID": ids[-1]}
            again: JsonObject = {"method": "GET", "headers": headers, "watch": _WATCH}
            root["resumed"] = _stream(await fetch(again, line, ctx))
    return root


def _stream(reply: JsonObject) -> JsonObject:
    """What the events of a response say; ``early`` where they do not have the response."""
    text = follow_pointer(reply, "/http/body")
    streams = follow_pointer(reply, "/http/content_type") == "text/event-stream"
    body = text.replace("\r\n", "\n") if isinstance(text, str) else ""
    fields = _FIELD.findall(body) if streams else []
    answered = any(name == "data" and _answers(value) for name, value in fields)
    retry = [int(value) for name, value in fields if name == "retry" and value.isdecimal()]
    return {
        "form": reply.get("form"),
        "ids": [value for name, value in fields if name == "id"],
        "answered": answered,
        "early": streams and not answered,
        **({"retry": retry[-1]} if retry else {}),
    }


def _answers(data: str) -> bool:
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("id") == _ID and "method" not in message


VIEW = View(
    name="reconnection",
    summary="The hinted tool whose stream the server closes early, and the stream resumed.",
    members={
        "ids": "of the events",
        "retry": "milliseconds, where the stream has the field",
        "answered": "whether the stream has the response",
        "early": "whether the stream ended without it",
        "resumed": "the same of the stream that Last-Event-ID resumed",
    },
    look=_look,
)
