"""Every message of the client, compared with its shape in the revision."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import heard, kind_of, told
from mcptest.client.conversation import key_of
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.misfit import misfits
from mcptest.shapes.shapes import Shapes, shapes_of


def _look(log: ClientLog) -> JsonObject:
    shapes = shapes_of(SpecVersion(log.revision))
    items: list[Json] = list(_items(log, shapes))
    return {"items": items}


def _items(log: ClientLog, shapes: Shapes) -> Iterator[JsonObject]:
    asked = {
        (entry["conversation"], *key_of(one.get("id"))): one
        for entry, one in told(log)
        if "method" in one and "id" in one
    }
    for entry, message in heard(log):
        if entry.get("stateless") and shapes.version < SpecVersion.V2026_07_28:
            continue  # a question of the other era, whose shapes these are not
        own = asked.get((entry["conversation"], *key_of(message.get("id"))))
        found = _verdicts(message, own, shapes)
        for verdict in found or ["fits"]:
            yield {"message": message, "method": message.get("method"), "verdict": verdict}


def _verdicts(message: JsonObject, asked: JsonObject | None, shapes: Shapes) -> list[str]:
    kind, method = kind_of(message), message.get("method")
    if kind == "response":
        if asked is None or "result" not in message:
            return []
        name = shapes.result("server", str(asked["method"]))
        value = message["result"]
    elif kind == "other":
        return []
    else:
        known = shapes.message("client", str(method))
        name = known or ("JSONRPCRequest" if kind == "request" else "JSONRPCNotification")
        value = message
    return [] if name is None else [one.sentence for one in misfits(shapes, name, value)]


VIEW = ClientView(
    name="shapes",
    summary="Every message of the client, and whether it has the shape of its revision.",
    members={"items": "each message: message, method, verdict (fits, or what is wrong)"},
    look=_look,
)
