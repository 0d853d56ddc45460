"""``explain``: what a rule, probe, lint or error code means, and how to fix it."""

from __future__ import annotations

from difflib import get_close_matches

from mcptest.errors import UsageError
from mcptest.mcp_server.tool import TEXT, ServedTool, closed, text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    """Raises: UsageError where nothing is called that."""
    del caller
    asked = str(arguments["id"])
    lines = context.explain(asked)
    if not lines:
        known = {name.lower(): name for name in context.known()}
        near = get_close_matches(asked.lower(), known, n=3)
        hint = f"similar: {', '.join(known[name] for name in near)}" if near else None
        raise UsageError("explain-unknown", f"unknown id or code {asked!r}", hint=hint)
    return {"id": asked, "text": "\n".join(lines)}


TOOL = ServedTool(
    name="explain",
    title="Explain an id or code",
    description=(
        "Explain a compliance rule, lint, probe, fault or error code: what it means, "
        "why it matters, how to fix it and what the specification says."
    ),
    properties={
        "id": text(
            "An id from a report, such as TOOL-002, SCH-001, wrong_type or suite-unknown-key.",
            most=100,
            examples=["TOOL-002", "SCH-001"],
        )
    },
    required=("id",),
    act=_act,
    output=closed({"id": TEXT, "text": TEXT}),
)
