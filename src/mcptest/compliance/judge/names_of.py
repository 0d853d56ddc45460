"""The names in a list response, to compare two listings."""

from __future__ import annotations

from mcptest.model.json import Json

KEYS = {"tools": "name", "prompts": "name", "resources": "uri", "resourceTemplates": "uriTemplate"}


def names_of(reply: Json, member: str) -> list[str] | None:
    """Sorted names of one page; None if the reply is not a list."""
    result = reply.get("result") if isinstance(reply, dict) else None
    items = result.get(member) if isinstance(result, dict) else None
    if not isinstance(items, list):
        return None
    key = KEYS[member]
    return sorted(str(item.get(key)) for item in items if isinstance(item, dict))


def first_page(view: Json) -> Json:
    """The first exchange of a listing view."""
    pages = view.get("pages") if isinstance(view, dict) else None
    return pages[0] if isinstance(pages, list) and pages else None


def difference(one: list[str] | None, other: list[str] | None) -> str | None:
    """In words what only one of two listings has; None where they agree or cannot be compared."""
    if one is None or other is None or one == other:
        return None
    odd = sorted(set(one) ^ set(other)) or one
    return f"the two lists differ in {', '.join(odd[:5])}"
