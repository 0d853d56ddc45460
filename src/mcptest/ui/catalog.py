"""What a server offers, as the lists of the page show it."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject, Missing
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.safety.policy import CallContext, ExecutionPolicy
from mcptest.scaffold.arguments import tool_arguments
from mcptest.schema.validate import check_schema, validator
from mcptest.ui.form import form_of
from mcptest.ui.live import LiveServer


async def listing_document(live: LiveServer, kind: str) -> JsonObject:
    """Every entry as served; tools with their safety class, broken entries marked."""
    session = await live.ready()
    if kind.partition("/")[0] not in session.capabilities:
        return {"items": [], "problem": None, "declared": False}
    listing = await live.list(kind)
    describe = _tool if kind == "tools" else _entry
    items: list[Json] = [describe(live.redactor.json(item)) for item in listing.items]
    return {"items": items, "problem": listing.problem, "declared": True}


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
