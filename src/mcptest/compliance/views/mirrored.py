"""A read-only tool with arguments that HTTP repeats in headers of their own."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.synth import synthesize


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    await exam.session(ctx)
    for tool in await ctx.tools():
        if not ctx.gate.repeatable(ctx.server, tool):
            continue
        if (root := _root(tool, ctx.gate.folder_for(tool))) is not None:
            return root
    text = "no read-only tool marks an argument with x-mcp-header"
    raise NotSeenError(SkipReason.NOT_APPLICABLE, text)


def _root(tool: ToolDescriptor, folder: str | None) -> JsonObject | None:
    schema = tool.input_schema
    if not isinstance(schema, dict):
        return None
    made = synthesize(schema, all_arguments=True, folder=folder).value
    if not isinstance(made, dict):
        return None
    found = {name: _alone(name, schema, made) for name, _ in _marked(schema) if name in made}
    for name, header in _marked(schema):
        if (arguments := found.get(name)) is not None:
            root: JsonObject = {"tool": tool.name, "arguments": arguments}
            root["header"] = f"Mcp-Param-{header}"
            return root | _number(schema, found)
    return None


def _number(schema: JsonObject, found: dict[str, JsonObject | None]) -> JsonObject:
    """The first whole number among them, spelled with a fraction of zero."""
    for name, header in _marked(schema):
        arguments = found.get(name)
        value = arguments.get(name) if arguments is not None else None
        if isinstance(value, int) and not isinstance(value, bool):
            spelled: JsonObject = {"header": f"Mcp-Param-{header}", "spelling": f"{value}.0"}
            return {"number": {**spelled, "arguments": arguments}}
    return {}


def _alone(name: str, schema: JsonObject, made: JsonObject) -> JsonObject | None:
    """The required arguments and this one; None where another marked one is required."""
    listed = schema.get("required")
    required = listed if isinstance(listed, list) else []
    if any(other in required for other, _ in _marked(schema) if other != name):
        return None
    return {key: value for key, value in made.items() if key == name or key in required}


def _marked(schema: JsonObject) -> Iterator[tuple[str, str]]:
    properties = schema.get("properties")
    for name, part in properties.items() if isinstance(properties, dict) else ():
        header = part.get("x-mcp-header") if isinstance(part, dict) else None
        if isinstance(header, str):
            yield name, header


VIEW = View(
    name="mirrored",
    summary="The first read-only tool whose schema has x-mcp-header, with arguments for it.",
    members={
        "tool": "its name",
        "arguments": "generated from its schema: the required ones and one that is marked",
        "header": "the header that repeats the marked one",
        "number": "of a whole number: header, spelling with a fraction of zero, arguments",
    },
    look=_look,
)
