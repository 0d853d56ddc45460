"""A read-only tool with arguments that HTTP repeats in headers of their own."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.compliance.examination import Examination
from mcptest.compliance.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import ToolClass, classify
from mcptest.schema.synth import synthesize

_SAFE = (ToolClass.READ_ONLY, ToolClass.READ_ONLY_PRESUMED)


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    await exam.session(ctx)
    for tool in await ctx.tools():
        if classify(tool).tool_class in _SAFE and (root := _root(tool)) is not None:
            return root
    text = "no read-only tool marks an argument with x-mcp-header"
    raise NotSeenError(SkipReason.NOT_APPLICABLE, text)


def _root(tool: ToolDescriptor) -> JsonObject | None:
    schema = tool.input_schema
    if not isinstance(schema, dict) or not (marked := list(_marked(schema))):
        return None
    made = synthesize(schema, all_arguments=True).value
    if not isinstance(made, dict) or not all(name in made for name, _ in marked):
        return None
    headers: JsonObject = {f"Mcp-Param-{header}": _text(made[name]) for name, header in marked}
    name, header = marked[0]
    root: JsonObject = {
        "tool": tool.name,
        "arguments": made,
        "without": {key: value for key, value in made.items() if key != name},
        "headers": headers,
        "header": f"Mcp-Param-{header}",
    }
    for number, own in marked:
        if isinstance(made[number], int) and not isinstance(made[number], bool):
            root["number"] = {"header": f"Mcp-Param-{own}", "spelling": f"{made[number]}.0"}
    return root


def _marked(schema: JsonObject) -> Iterator[tuple[str, str]]:
    properties = schema.get("properties")
    for name, part in properties.items() if isinstance(properties, dict) else ():
        header = part.get("x-mcp-header") if isinstance(part, dict) else None
        if isinstance(header, str):
            yield name, header


def _text(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


VIEW = View(
    name="mirrored",
    summary="The first read-only tool whose schema has x-mcp-header, with arguments for it.",
    members={
        "tool": "its name",
        "arguments": "made up from its schema",
        "without": "the same, less the argument that header repeats",
        "headers": "every Mcp-Param header that belongs to the arguments",
        "header": "the first of them",
        "number": "of a whole number: header, and spelling with a fraction of zero",
    },
    look=_look,
)
