"""Merge two servers into one, with the first one's entries first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from mcptest.mock.manifest.definition import MockDefinition

Item = TypeVar("Item")


def beside(first: MockDefinition, second: MockDefinition) -> MockDefinition:
    """The second by its own name, with all that the first has; of two of one name, the first's."""
    return replace(
        second,
        tools=_joined(first.tools, second.tools, lambda tool: tool.name),
        resources=_joined(first.resources, second.resources, lambda resource: resource.uri),
        templates=_joined(first.templates, second.templates, lambda each: each.uri_template),
        prompts=_joined(first.prompts, second.prompts, lambda prompt: prompt.name),
        page_size=first.page_size,
        sse=first.sse or second.sse,
    )


def _joined(
    first: Sequence[Item] | None, second: Sequence[Item] | None, key: Callable[[Item], str]
) -> tuple[Item, ...] | None:
    if first is None and second is None:
        return None
    joined: dict[str, Item] = {}
    for item in [*(first or ()), *(second or ())]:
        joined.setdefault(key(item), item)
    return tuple(joined.values())
