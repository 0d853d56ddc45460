"""A tool with arguments that HTTP repeats in headers of their own.

One that may run once is used too, for requests that a right server rejects before it runs them.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import JsonObject, MaybeJson
from mcptest.model.outcome import SkipReason
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.gate import Permit
from mcptest.safety.policy import CallContext
from mcptest.schema.synth import synthesize

_INVALID: Final = ("header", "arguments", "unpadded", "garbled")
_CLOSED: Final = ("enum", "const", "pattern", "format", "maxLength")


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    await exam.session(ctx)
    once: JsonObject | None = None
    for tool in await ctx.tools():
        permit = ctx.gate.decide(ctx.server, tool, CallContext.NEEDS_CALL)
        root = _root(tool, ctx.gate.folder_for(tool)) if isinstance(permit, Permit) else None
        if root is not None and ctx.gate.repeatable(ctx.server, tool):
            return {**root, "again": tool.name}
        once = once or root
    if once is None:
        text = "no tool that may be called marks an argument with x-mcp-header"
        raise NotSeenError(SkipReason.NOT_APPLICABLE, text)
    exam.fixtures.unrun.add(str(once["tool"]))
    return _rejected(once)


def _rejected(root: JsonObject) -> JsonObject:
    """Without what a right server runs."""
    text = root.get("text")
    kept = {k: v for k, v in text.items() if k in _INVALID} if isinstance(text, dict) else None
    plain: JsonObject = {key: root[key] for key in ("tool", "arguments", "header")}
    return plain if kept is None else {**plain, "text": kept}


def _root(tool: ToolDescriptor, folder: str | None) -> JsonObject | None:
    schema = tool.input_schema
    if not isinstance(schema, dict):
        return None
    made = synthesize(schema, all_arguments=True, folder=folder).value
    if not isinstance(made, dict):
        return None
    found = {name: _with(name, schema, made) for name, _ in marked_parameters(schema)}
    for name, header in marked_parameters(schema):
        if (arguments := found.get(name)) is not None:
            root: JsonObject = {"tool": tool.name, "arguments": arguments}
            root["header"] = f"Mcp-Param-{header}"
            return root | _number(schema, found) | _text(schema, found)
    return None


def _text(schema: JsonObject, found: dict[str, JsonObject | None]) -> JsonObject:
    """The first text among them, in base64 and in forms that are almost base64."""
    for name, header in marked_parameters(schema):
        arguments = found.get(name)
        value = arguments.get(name) if arguments is not None else None
        if arguments is None or not isinstance(value, str) or not value:
            continue
        coded = b64encode(value.encode()).decode()
        root: JsonObject = {
            "header": f"Mcp-Param-{header}",
            "arguments": arguments,
            "encoded": f"=?base64?{coded}?=",
            "unpadded": f"=?base64?{coded.rstrip('=') if coded.endswith('=') else coded[:-1]}?=",
            "garbled": f"=?base64?!{coded}?=",
        }
        return {"text": root | _literal(schema, name, arguments, coded)}
    return {}


def _literal(schema: JsonObject, name: str, arguments: JsonObject, coded: str) -> JsonObject:
    """A text that only begins as base64 does, where the schema takes any text."""
    properties = schema["properties"]
    declared = properties.get(name) if isinstance(properties, dict) else None
    if not isinstance(declared, dict) or any(key in declared for key in _CLOSED):
        return {}
    half = f"=?base64?{coded}"
    return {"literal": {"value": half, "arguments": {**arguments, name: half}}}


def _number(schema: JsonObject, found: dict[str, JsonObject | None]) -> JsonObject:
    """The first whole number among them, spelled with a fraction of zero."""
    for name, header in marked_parameters(schema):
        arguments = found.get(name)
        value = arguments.get(name) if arguments is not None else None
        if isinstance(value, int) and not isinstance(value, bool):
            spelled: JsonObject = {"header": f"Mcp-Param-{header}", "spelling": f"{value}.0"}
            return {"number": {**spelled, "arguments": arguments}}
    return {}


def _with(name: str, schema: JsonObject, made: JsonObject) -> JsonObject | None:
    """The required arguments and this one; None if no value was found for it."""
    listed = schema.get("required")
    required = listed if isinstance(listed, list) else []
    wanted = {key: value for key, value in made.items() if key == name or key in required}
    return wanted if name in made else None


def marked_parameters(schema: MaybeJson) -> Iterator[tuple[str, str]]:
    """Each parameter that is repeated in a header, and the end of the header's name."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for name, part in properties.items() if isinstance(properties, dict) else ():
        header = part.get("x-mcp-header") if isinstance(part, dict) else None
        if isinstance(header, str):
            yield name, header


VIEW = View(
    name="mirrored",
    summary="The first tool whose schema has x-mcp-header, with arguments for it; read-only if "
    "there is one.",
    members={
        "tool": "its name",
        "again": "its name, if it may be called more than once",
        "arguments": "generated from its schema: the required ones and one that is marked",
        "header": "the header that repeats the marked one",
        "number": "of a whole number: header, spelling with a fraction of zero, arguments",
        "text": "of a text: header, arguments, encoded (base64), unpadded and garbled (invalid "
        "base64), literal (value and arguments of a text that only begins as base64 does)",
    },
    look=_look,
)
