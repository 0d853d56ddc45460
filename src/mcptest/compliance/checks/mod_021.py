"""Compares what two clients of different names are given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.check import RuleCheck
from mcptest.compliance.judge.names_of import difference, first_page, names_of
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer

_LISTS = {
    "tools/list": ("tools", "tools"),
    "resources/list": ("resources", "resources"),
    "resources/templates/list": ("templates", "resourceTemplates"),
    "prompts/list": ("prompts", "prompts"),
}
_WORKS = ("result", "tool-error", "input-required")


def _run(roots: Mapping[str, Json]) -> Iterator[JsonObject]:
    items = follow_pointer(dict(roots), "/renamed_meta/items")
    for item in items if isinstance(items, list) else ():
        assert isinstance(item, dict)
        method = str(item["method"])
        problem = _problem(method, item, roots)
        if problem is not None:
            yield {"at": method, "problem": f"{method} for another client name: {problem}"}


def _problem(method: str, item: JsonObject, roots: Mapping[str, Json]) -> str | None:
    if item["form"] not in _WORKS:
        return f"got {item.get('error') or item['form']}"
    view, member = _LISTS.get(method, ("", ""))
    if not view:
        return None
    return difference(names_of(first_page(roots.get(view)), member), names_of(item, member))


CHECK = RuleCheck("MOD-021", _run)
