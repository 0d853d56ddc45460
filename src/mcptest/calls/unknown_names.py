"""Say whether a failed call names a tool or an argument that the server does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcptest.errors import nearest
from mcptest.model.json import JsonObject
from mcptest.model.tool import ToolDescriptor

_SHOWN = 10


def unknown_names(
    tool: str, arguments: JsonObject, offered: Mapping[str, ToolDescriptor]
) -> str | None:
    """A sentence for people; None where all names are known."""
    described = offered.get(tool)
    if described is None:
        return f'the server has no tool "{tool}"{_near(tool, offered)}' if offered else None
    schema = described.input_schema
    known = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(known, dict) or not known:
        return None
    for name in arguments:
        near = nearest(name, known) if name not in known else None
        if near is not None:
            return f'{tool} has no argument "{name}"; did you mean "{near}"?'
    return None


def _near(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = nearest(name, names)
    if near:
        return f'; did you mean "{near}"?'
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"; it has {', '.join(names[:_SHOWN])}{more}"
