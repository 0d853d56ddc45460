"""The places of a value that can be broken, each with its schemas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson
from mcptest.schema.pointer import join_pointer
from mcptest.schema.references import References
from mcptest.schema.shape import options

Path: TypeAlias = tuple[str | int, ...]

_DEEPEST: Final = 5
_MOST_SPOTS: Final = 200
_MOST_WAYS: Final = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """``ways`` are the schemas that the place may be met by; ``value`` is what the base has."""

    path: Path
    ways: tuple[JsonObject, ...]
    value: MaybeJson

    @property
    def name(self) -> str:
        """``filter.limit`` or ``tags[0]``, as a person would write it."""
        text = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in self.path)
        return text.removeprefix(".")

    @property
    def pointer(self) -> str:
        return join_pointer(self.path)


def spots(schema: Json, base: Json) -> Iterator[Spot]:
    """The root first, then level by level; a bound keeps a large catalog of places small."""
    references = References(schema)
    waiting: list[tuple[Json, MaybeJson, Path]] = [(references.root, base, ())]
    found = 0
    while waiting and found < _MOST_SPOTS:
        part, value, path = waiting.pop(0)
        spot = Spot(path, _ways(part, references), value)
        found += 1
        yield spot
        if len(path) < _DEEPEST:
            waiting += _inside(spot)


def _ways(part: Json, references: References) -> tuple[JsonObject, ...]:
    picked = islice(options(part, references, frozenset()), _MOST_WAYS)
    return tuple(option.schema for option in picked)


def _inside(spot: Spot) -> list[tuple[Json, MaybeJson, Path]]:
    """Declared members, given or not, and the first item of a list."""
    value = spot.value
    members: dict[str | int, Json] = {}
    for way in spot.ways:
        properties, items = way.get("properties"), way.get("items")
        if isinstance(value, dict) and isinstance(properties, dict):
            members.update({name: part for name, part in properties.items() if name not in members})
        if isinstance(value, list) and value and isinstance(items, dict):
            members.setdefault(0, items)
    return [(part, _member(value, key), (*spot.path, key)) for key, part in members.items()]


def _member(value: MaybeJson, key: str | int) -> MaybeJson:
    if isinstance(value, dict):
        return value.get(str(key), MISSING)
    return value[0] if isinstance(value, list) else MISSING


def put(whole: Json, path: Path, value: Json) -> Json:
    """The same with one place changed; nothing that was given is touched."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(whole, list) and isinstance(key, int):
        return [*whole[:key], put(whole[key], rest, value), *whole[key + 1 :]]
    members = whole if isinstance(whole, dict) else {}
    return {**members, str(key): put(members.get(str(key)), rest, value)}


def drop(whole: Json, path: Path) -> Json:
    """The same without one member or item."""
    key, rest = path[0], path[1:]
    if isinstance(whole, list) and isinstance(key, int):
        inner = [drop(whole[key], rest)] if rest else []
        return [*whole[:key], *inner, *whole[key + 1 :]]
    assert isinstance(whole, dict)
    if rest:
        return {**whole, str(key): drop(whole[str(key)], rest)}
    return {name: value for name, value in whole.items() if name != key}
