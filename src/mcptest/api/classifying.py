"""Classify a tool from Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import Classification
from mcptest.safety.classify import classify as classify_tool


def classify(tool: ToolDescriptor | Mapping[str, Any]) -> Classification:
    """How dangerous a tool is to call, and why we think so."""
    known = tool if isinstance(tool, ToolDescriptor) else ToolDescriptor.from_json(dict(tool))
    return classify_tool(known)
