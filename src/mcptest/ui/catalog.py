"""A server's catalog, as the page lists it."""

from __future__ import annotations

from typing import Final

from mcptest.model.json import Json, JsonObject, Missing
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.safety.policy import CallContext, ExecutionPolicy
from mcptest.scaffold.arguments import tool_arguments
from mcptest.schema.validate import check_schema, validator
from mcptest.ui.form import form_of
from mcptest.ui.live import LiveServer
from mcptest.wire.listing import Listing

SKILLS: Final = "io.modelcontextprotocol/skills"


async def listing_document(live: LiveServer, kind: str) -> JsonObject:
    """Every entry as served; tools with their safety class, broken entries marked."""
    session = await live.ready()
    if not _declared(session.capabilities, kind):
        return {"items": [], "problem": None, "declared": False, "pages": 0}
    return _document(live, kind, await live.list(kind))


async def page_document(live: LiveServer, kind: str, cursor: str | None) -> JsonObject:
    """One page of the same, with the cursor of the next one."""
    session = await live.ready()
    if not _declared(session.capabilities, kind):
        return {"items": [], "problem": None, "declared": False, "pages": 0, "next": None}
    listing, following = await live.page(kind, cursor)
    return {**_document(live, kind, listing), "next": following}


def _declared(capabilities: JsonObject, kind: str) -> bool:
    if kind != "skills":
        return kind.partition("/")[0] in capabilities
    extensions = capabilities.get("extensions")
    return isinstance(extensions, dict) and SKILLS in extensions


def _document(live: LiveServer, kind: str, listing: Listing) -> JsonObject:
    describe = _tool if kind == "tools" else _entry
    items: list[Json] = [describe(live.redactor.json(item)) for item in listing.items]
    return {
        "items": items,
        "problem": listing.problem,
        "declared": True,
        "pages": len(listing.pages),
    }


def _entry(raw: Json) -> JsonObject:
    return {"raw": raw}


def _tool(raw: Json) -> JsonObject:
    tool = ToolDescriptor.from_json(raw)
    found = classify(tool)
    decision = ExecutionPolicy().decide_for(found, CallContext.NEEDS_CALL)
    return {
        "raw": raw,
        "name": tool.name,
        "class": found.tool_class.value,
        "reason": found.reason,
        "source": found.source.value,
        "decision": decision.value,
        "problem": _problem(tool),
    }


def _problem(tool: ToolDescriptor) -> str | None:
    if not tool.name:
        return "the tool has no name, so it cannot be called"
    if isinstance(tool.input_schema, Missing):
        return "the tool has no inputSchema"
    if not isinstance(tool.input_schema, dict):
        return "the inputSchema is not an object"
    errors = check_schema(tool.input_schema)
    return f"the inputSchema is not valid: {errors[0].message}" if errors else None


def form_document(tool: ToolDescriptor, *, all_arguments: bool) -> JsonObject:
    """The fields to draw, and arguments that the schema accepts."""
    schema: Json = {} if isinstance(tool.input_schema, Missing) else tool.input_schema
    made = tool_arguments(tool, all_arguments=all_arguments)
    example = None if isinstance(made.value, Missing) else made.value
    return {"form": form_of(schema), "example": example, "problem": made.problem}


def check_arguments(schema: Json, value: Json) -> list[Json]:
    """What the schema says about arguments before they are sent."""
    check = validator(schema)
    if check.schema_errors:
        return []  # nobody can tell
    return [{"pointer": one.pointer, "message": one.message} for one in check.errors(value)[:50]]
