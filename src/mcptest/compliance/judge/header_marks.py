"""Where a tool marks parameters with ``x-mcp-header``, and how the mark is reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcptest.compliance.judge.listed_tools import listed_tools
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.schema.walk import Visit, walk

KEYWORD = "x-mcp-header"


@record
class HeaderMark:
    """One mark; ``plain`` says that only ``properties`` lead to it."""

    tool: str
    parameter: str
    value: Json
    schema: JsonObject
    plain: bool


def header_marks(roots: Mapping[str, Json]) -> Iterator[HeaderMark]:
    """Every mark of every listed tool."""
    for name, tool in listed_tools(roots):
        for visit in walk(tool.get("inputSchema")):
            if isinstance(visit.schema, dict) and KEYWORD in visit.schema:
                value = visit.schema[KEYWORD]
                yield HeaderMark(name, visit.name, value, visit.schema, _is_plain(visit))


def _is_plain(visit: Visit) -> bool:
    """Only properties of properties: no list, no choice, no reference on the way."""
    keywords = []
    step: Visit | None = visit
    while step is not None:
        keywords.append(step.keyword)
        step = step.holder
    return set(keywords[:-1]) == {"properties"}
