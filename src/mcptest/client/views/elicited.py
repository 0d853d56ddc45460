"""What the client returned for the forms of the server."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import part
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.client.views.asked import VIEW as ASKED
from mcptest.model.json import Json, JsonObject
from mcptest.schema.validate import validator


def _look(log: ClientLog) -> JsonObject:
    forms = list(_forms(log))
    return {
        "items": [_checked(schema, content) for schema, content in forms],
        "defaults": [
            {"missing": [name for name in names if name not in content]}
            for schema, content in forms
            if (names := _defaults(schema))
        ],
    }


def _forms(log: ClientLog) -> Iterator[tuple[JsonObject, JsonObject]]:
    asked = ASKED.look(log)["items"]
    for item in asked if isinstance(asked, list) else ():
        schema = part(item, "params", "requestedSchema")
        accepted = part(item, "result", "action") == "accept"
        content = part(item, "result", "content")
        if isinstance(schema, dict) and accepted:
            yield schema, content if isinstance(content, dict) else {}


def _checked(schema: JsonObject, content: JsonObject) -> JsonObject:
    errors = validator(schema).errors(content)
    item: JsonObject = {"content": content}
    if errors:
        item["problem"] = f"{errors[0].pointer or '/'}: {errors[0].message}"
    return item


def _defaults(schema: JsonObject) -> list[Json]:
    properties = schema.get("properties")
    members = properties.items() if isinstance(properties, dict) else ()
    return [name for name, inner in members if isinstance(inner, dict) and "default" in inner]


VIEW = ClientView(
    name="elicited",
    summary="What the client returned for the forms of the server.",
    members={
        "items": "each accepted form: content, problem (where it does not match the schema)",
        "defaults": "each accepted form with defaults: missing (fields that were not filled in)",
    },
    look=_look,
)
