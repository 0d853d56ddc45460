"""The assertions to propose for a tool's response, seen once or twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from mcptest.match.bind import bind
from mcptest.match.matcher import MatchContext
from mcptest.match.path import Path, PathError
from mcptest.model.json import MISSING, Json, JsonObject, Missing, same_json
from mcptest.scaffold.stability import Assertion, compare, describe

MOST: Final = 20
_BLOCKS: Final = 3
_SUCCEEDED: Final = Assertion("result.isError", {"not": {"exact": True}})
# The member of each kind of block that says what it is; its data is left alone.
_TELLING: Final = {
    "image": ("mimeType",),
    "audio": ("mimeType",),
    "resource_link": ("uri",),
    "resource": ("resource", "uri"),
}


def propose_assertions(
    first: JsonObject, second: JsonObject | None, arguments: JsonObject
) -> list[JsonObject]:
    """Entries for ``expect:``; every one holds for what was seen."""
    wanted = [
        _SUCCEEDED,
        *_content(first, second, arguments),
        *_structured(first, second, arguments),
    ]
    seen = [first] if second is None else [first, second]
    held = [one for one in wanted if all(_holds(one, result) for result in seen)]
    return [one.entry() for one in held[:MOST]]


def _content(first: JsonObject, second: JsonObject | None, arguments: Json) -> Iterator[Assertion]:
    blocks = first.get("content")
    other = blocks if second is None else second.get("content")
    if not isinstance(blocks, list) or not isinstance(other, list):
        return
    target = "result.content"
    if len(blocks) != len(other):
        yield Assertion(target, {"type": "array"})
        return
    yield Assertion(target, {"length": len(blocks)})
    for index, (left, right) in enumerate(zip(blocks[:_BLOCKS], other, strict=False)):
        if isinstance(left, dict) and isinstance(right, dict):
            said = _AnswerPair(left, None if second is None else right, first, arguments)
            yield from _block(f"{target}[{index}]", said)


class _AnswerPair:
    """One block as seen once or twice, and what came along with it."""

    def __init__(
        self, left: JsonObject, right: JsonObject | None, result: JsonObject, arguments: Json
    ) -> None:
        self.left = left
        self.right = right
        self.structured = result.get("structuredContent", MISSING)
        self.arguments = arguments

    def member(self, target: str, name: str) -> Iterator[Assertion]:
        value = self.left.get(name)
        if self.right is None:
            yield from describe(f"{target}.{name}", value, self.arguments)
        else:
            yield from compare(f"{target}.{name}", value, self.right.get(name))


def _block(target: str, said: _AnswerPair) -> Iterator[Assertion]:
    kind = said.left.get("type")
    if said.right is not None and said.right.get("type") != kind:
        yield Assertion(f"{target}.type", {"type": "string"})
        return
    yield Assertion(f"{target}.type", {"exact": kind})
    if kind == "text" and not _repeats(said.left.get("text"), said.structured):
        yield from said.member(target, "text")
    elif kind == "text":
        yield Assertion(f"{target}.text", {"type": "string"})
    for names in (_TELLING.get(str(kind)),):
        if names:
            yield Assertion(".".join((target, *names)), {"type": "string"})


def _repeats(text: Json, structured: Json | Missing) -> bool:
    """Text that only spells out the structured content needs no assertions of its own."""
    if isinstance(structured, Missing) or not isinstance(text, str):
        return False
    try:
        return same_json(json.loads(text), structured)
    except (ValueError, RecursionError):
        return False


def _structured(
    first: JsonObject, second: JsonObject | None, arguments: Json
) -> Iterator[Assertion]:
    if "structuredContent" not in first:
        return
    target, value = "result.structuredContent", first["structuredContent"]
    if second is None:
        yield from describe(target, value, arguments)
    elif "structuredContent" in second:
        yield from compare(target, value, second["structuredContent"])


def _holds(one: Assertion, result: JsonObject) -> bool:
    """A last look: an assertion that we cannot write or that is not so is not proposed."""
    try:
        value = Path.parse(one.target).resolve({"result": result})
        return bind(one.matcher).compare(value, MatchContext()) is None
    except (PathError, ValueError):
        return False
