"""What an app may ask its server for: tools that are meant for apps, after a person agreed."""

from __future__ import annotations

from typing import Final

from mcptest.errors import RefusedByPolicyError, UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import ToolClass, classify
from mcptest.ui.apps.documents import AppDocument
from mcptest.ui.live import LiveServer

METHODS: Final = (
    "tools/call",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
)


async def require_agreement(
    live: LiveServer, app: AppDocument, method: str, params: JsonObject, *, agreed: str
) -> None:
    """``agreed`` is "once", "always" or nothing; a destructive tool is asked for each time.

    Raises: UsageError for what no app may do, RefusedByPolicyError where nobody agreed yet.
    """
    if method not in METHODS:
        raise UsageError("ui-app-refused", f"an app cannot send {method}")
    subject, words, lasting = method, f"the app wants to send {method}", True
    if method == "tools/call":
        tool = await _tool_for_apps(live, params)
        found = classify(tool)
        subject = f"{method} {tool.name}"
        words = f"the app wants to call {tool.name}, which is {found.tool_class.value}"
        lasting = found.tool_class is not ToolClass.DESTRUCTIVE
    if agreed == "always" and lasting:
        app.allowed.add(subject)
    if not agreed and subject not in app.allowed:
        code = "ui-app-asks" if lasting else "ui-needs-consent"
        raise RefusedByPolicyError(code, words, hint="allow it in the page")


async def _tool_for_apps(live: LiveServer, params: JsonObject) -> ToolDescriptor:
    tool = await live.tool(str(params.get("name")))
    if tool is None:
        raise UsageError("ui-app-refused", f"the server has no tool {params.get('name')!r}")
    if "app" not in visibility_of(tool.raw):
        raise UsageError("ui-app-refused", f"{tool.name} is not visible to apps")
    return tool


def visibility_of(tool: Json) -> list[Json]:
    """Who may call a tool: the model and apps, unless it says otherwise."""
    meta = tool.get("_meta") if isinstance(tool, dict) else None
    ui = meta.get("ui") if isinstance(meta, dict) else None
    found = ui.get("visibility") if isinstance(ui, dict) else None
    return found if isinstance(found, list) else ["model", "app"]
