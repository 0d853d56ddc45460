"""Require a person's confirmation for destructive tools, once per tool and session."""

from __future__ import annotations

from mcptest.errors import RefusedByPolicyError
from mcptest.model.json import JsonObject
from mcptest.safety.classify import ToolClass, classify
from mcptest.ui.live import LiveServer


async def require_consent(
    live: LiveServer, method: str, params: JsonObject, *, confirmed: bool
) -> None:
    """Raises: RefusedByPolicyError where nobody has confirmed the call yet."""
    if method != "tools/call":
        return
    tool = await live.tool(str(params.get("name")))
    if tool is None or tool.name in live.confirmed:
        return
    found = classify(tool)
    if found.tool_class is not ToolClass.DESTRUCTIVE:
        return
    if not confirmed:
        raise RefusedByPolicyError(
            "ui-needs-consent",
            f"{tool.name} is destructive ({found.reason})",
            hint="confirm the call to make it anyway",
        )
    live.confirmed.add(tool.name)
