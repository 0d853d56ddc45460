"""A catalog file: its tools, with the line and column of everything in them."""

from __future__ import annotations

from dataclasses import field
from json import JSONDecoder
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.lint.json_text.document import Document, parse_document, read_document
from mcptest.lint.json_text.levels import Levels
from mcptest.lint.json_text.spans import TextSpan, scan
from mcptest.model.json import MISSING, Json, json_type
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.pointer import follow_pointer

_SHAPES: Final = ("/tools", "/result/tools", "")
_LOOKS: Final = (
    ({"dependencies", "devDependencies", "scripts"}, "a package.json"),
    ({"mcpServers", "mcp"}, "the configuration of a host"),
    ({"openapi", "swagger"}, "an OpenAPI document"),
    ({"server", "servers", "imports", "variables"}, "a suite"),
    ({"error"}, "a JSON-RPC error"),
    ({"properties", "$defs", "definitions"}, "a single JSON Schema"),
    ({"inputSchema"}, "a single tool"),
    ({"resources", "prompts"}, "another list than tools/list"),
)


@record
class Catalog:
    """``pointer`` leads to the list of tools within the document."""

    document: Document
    pointer: str
    tools: tuple[ToolDescriptor, ...]
    starts: tuple[int, ...]
    _levels: dict[int, Levels] = field(default_factory=dict)

    def span(self, index: int) -> TextSpan:
        """Everything in one tool, with its places."""
        return scan(self.document.text, self.starts[index])

    def where(self, index: int, pointer: str) -> Location:
        """The place that a pointer from a tool means."""
        steps = [s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]]
        if index not in self._levels:  # findings come tool by tool: one is kept
            self._levels.clear()
            self._levels[index] = Levels(self.document.text, self.starts[index])
        return self.document.location(*self._levels[index].find(steps))


def read_catalog(path: str | Path) -> Catalog:
    """Read ``{"tools": […]}``, a bare list, or a JSON-RPC response.

    Raises: FileProblemsError if the file is not a catalog.
    """
    return _catalog(read_document(path))


def parse_catalog(name: str, text: str) -> Catalog:
    return _catalog(parse_document(name, text))


def _catalog(document: Document) -> Catalog:
    for pointer in () if _own_report(document.value) else _SHAPES:
        tools = follow_pointer(document.value, pointer)
        if isinstance(tools, list) and not _is_suite(tools):
            starts = _starts(document.text, pointer)
            _demand_objects(document, tools, starts)
            described = tuple(map(ToolDescriptor.from_json, tools))
            return Catalog(document, pointer, described, starts)
    raise FileProblemsError([_no_catalog(document)])


def _own_report(value: Json) -> bool:
    schema = value.get("schema") if isinstance(value, dict) else None
    return isinstance(schema, str) and schema.startswith("mcptest.")


def _is_suite(tools: list[Json]) -> bool:
    """Entries that call tools instead of describing them."""
    return bool(tools) and all(
        isinstance(t, dict) and isinstance(t.get("tool"), str) and "inputSchema" not in t
        for t in tools
    )


def _starts(text: str, pointer: str) -> tuple[int, ...]:
    """Where each tool begins."""
    steps = pointer.split("/")[1:]
    reader = JSONDecoder()
    at = _skip(text, 0)
    for step in steps:
        at = _member(text, at, step, reader)
    starts: list[int] = []
    at = _skip(text, at + 1)
    while text[at] != "]":
        starts.append(at)
        at = _skip(text, reader.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
    return tuple(starts)


def _member(text: str, at: int, name: str, reader: JSONDecoder) -> int:
    """The value of one member of the object at an offset, which is known to be there."""
    at = _skip(text, at + 1)
    while True:
        key, end = reader.raw_decode(text, at)
        at = _skip(text, _skip(text, end) + 1)
        if key == name:
            return at
        at = _skip(text, reader.raw_decode(text, at)[1])
        at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _demand_objects(document: Document, tools: list[Json], starts: tuple[int, ...]) -> None:
    problems = [
        Problem(
            "catalog-tool-not-object",
            f"tool {index} is {json_type(tool)}, and must be an object",
            document.location(starts[index], starts[index] + 1),
            "Every entry of a catalog is an object with a name and an inputSchema.",
        )
        for index, tool in enumerate(tools)
        if not isinstance(tool, dict)
    ]
    if problems:
        raise FileProblemsError(problems)


def _no_catalog(document: Document) -> Problem:
    return Problem(
        "catalog-not-found",
        f"{document.path} does not contain a tool list{_looks(document.value)}",
        document.location(0, 1),
        'A catalog is {"tools": […]}, a list of tools, or the JSON-RPC response to tools/list; '
        "`mcptest tools --save FILE` writes one.",
    )


def _looks(value: Json) -> str:
    if not isinstance(value, dict):
        return f"; it is {json_type(value)}"
    if _own_report(value):
        return f"; it looks like an mcptest report ({value['schema']})"
    tools = value.get("tools", MISSING)
    if isinstance(tools, list):
        return "; it looks like a suite"
    if tools is not MISSING:
        return f'; its "tools" is {json_type(tools)}, and must be a list'
    name = next((name for keys, name in _LOOKS if keys & value.keys()), None)
    return f"; it looks like {name}" if name else ""
