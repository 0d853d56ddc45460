"""Members that may be written ``mimeType`` or ``mime_type``, but not both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.suite.shape import complain
from mcptest.suite.yaml.node import Node


def pick(members: Mapping[str, Any], *names: str) -> JsonObject:
    """Those of the members that are there."""
    return {name: members[name] for name in names if name in members}


def one_spelling(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    """Complain of a member that was written in both ways."""
    by_meaning: dict[str, str] = {}
    for name in members:
        meaning = name.replace("_", "").lower()
        if meaning in by_meaning:
            words = f'"{by_meaning[meaning]}" and "{name}" are the same key'
            complain(problems, "mock-two-spellings", words, node.get(name) or node)
        by_meaning[meaning] = name
