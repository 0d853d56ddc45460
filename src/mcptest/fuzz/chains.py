"""Find tools that belong together by name and schema: create, read, delete."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.words import split_words

_CREATE: Final = frozenset(("create", "add", "insert", "new", "make", "open"))
_READ: Final = frozenset(("get", "read", "show", "fetch", "describe", "find"))
_DELETE: Final = frozenset(("delete", "remove", "destroy", "close", "drop"))


@dataclass(frozen=True, slots=True)
class Chain:
    """``key`` is the argument by which ``read`` and ``delete`` name the thing."""

    create: ToolDescriptor
    read: ToolDescriptor
    delete: ToolDescriptor | None
    key: str

    @property
    def name(self) -> str:
        steps = [self.create, self.read, *([self.delete] if self.delete else [])]
        return " -> ".join(tool.name for tool in steps)


def find_chains(tools: Iterable[ToolDescriptor]) -> Iterator[Chain]:
    """One for each thing that can be created and read by a single required argument."""
    table: dict[frozenset[str], dict[str, ToolDescriptor]] = {}
    for tool in tools:
        verb, thing = _parts(tool.name)
        if verb and thing:
            table.setdefault(thing, {}).setdefault(verb, tool)
    for found in table.values():
        create, read, delete = (found.get(verb) for verb in ("create", "read", "delete"))
        key = _single_key(read)
        if create is None or read is None or key is None:
            continue
        yield Chain(create, read, delete if _single_key(delete) == key else None, key)


def _parts(name: str) -> tuple[str, frozenset[str]]:
    words = split_words(name)
    for verb, known in (("create", _CREATE), ("read", _READ), ("delete", _DELETE)):
        if any(word in known for word in words):
            return verb, frozenset(_singular(word) for word in words if word not in known)
    return "", frozenset()


def _singular(word: str) -> str:
    return word.removesuffix("s")


def _single_key(tool: ToolDescriptor | None) -> str | None:
    schema = tool.input_schema if tool is not None else None
    required = schema.get("required") if isinstance(schema, dict) else None
    if isinstance(required, list) and len(required) == 1 and isinstance(required[0], str):
        return required[0]
    return None


def captured(result: MaybeJson, key: str) -> MaybeJson:
    """The new thing's name, from the structured result or from JSON in its text."""
    members = result if isinstance(result, dict) else {}
    for place in (members.get("structuredContent"), *_texts(members.get("content"))):
        for name in (key, "id", key.removesuffix("_id"), "uuid", "name"):
            found = _search(place, name)
            if found is not MISSING:
                return found
    return MISSING


def _texts(content: Json) -> Iterator[Json]:
    for block in content if isinstance(content, list) else []:
        text = block.get("text") if isinstance(block, dict) else None
        try:
            yield json.loads(text) if isinstance(text, str) else None
        except (ValueError, RecursionError):
            continue


def _search(place: Json, name: str) -> MaybeJson:
    waiting: list[Json] = [place]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, dict):
            value = here.get(name)
            if isinstance(value, str | int) and not isinstance(value, bool):
                return value
            waiting.extend(here.values())
        elif isinstance(here, list):
            waiting.extend(here)
    return MISSING
