"""Every key of every ``_meta`` that the server sent."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject

# What is inside these is the data of a tool or its user, not the protocol's.
_OPAQUE = frozenset(
    ("inputSchema", "outputSchema", "structuredContent", "arguments", "requestedSchema", "data")
)
_PREFIX = "io.modelcontextprotocol/"
_DEFINED = frozenset(
    _PREFIX + name
    for name in (
        "clientCapabilities",
        "clientInfo",
        "logLevel",
        "model-immediate-response",
        "protocolVersion",
        "related-task",
        "serverInfo",
        "subscriptionId",
    )
)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    transcript = await exam.see("transcript", ctx)
    keys = dict.fromkeys(_keys(transcript.get("received", [])))
    return {"items": [{"name": key, "defined": key in _DEFINED} for key in keys]}


def _keys(value: Json) -> Iterator[str]:
    waiting: list[Json] = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            meta = value.get("_meta")
            yield from meta if isinstance(meta, dict) else ()
            waiting.extend(inner for key, inner in value.items() if key not in _OPAQUE)


VIEW = View(
    name="meta-keys",
    summary="Each key that the server used in any _meta, once.",
    members={"items": "name (the key), defined (the specification defines it)"},
    look=_look,
    watches=True,
)
