"""Objects and arrays to try for a schema: required members first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, Protocol

from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, Missing, same_json
from mcptest.model.record import record
from mcptest.schema.hints import is_folder
from mcptest.schema.pattern import strings_for
from mcptest.schema.pointer import join_pointer

_MOST_ITEMS: Final = 1_000
_GENEROUS_DEPTH: Final = 4


@record
class Place:
    """Where a value is going to stand; ``seen`` are the references on the way there."""

    generous: bool = False
    name: str = ""
    pointer: str = ""
    depth: int = 0
    seen: frozenset[str] = frozenset()
    folder: str | None = None  # where everything on disk has to be

    def below(self, part: str | int, *, name: str | None = None) -> Place:
        return replace(
            self,
            name=str(part) if name is None else name,
            pointer=self.pointer + join_pointer([part]),
            depth=self.depth + 1,
            generous=self.generous and self.depth < _GENEROUS_DEPTH,
        )

    def through(self, references: frozenset[str]) -> Place:
        again = bool(references & self.seen)
        return replace(self, seen=self.seen | references, generous=self.generous and not again)


class Finder(Protocol):
    """Generates the inner values."""

    def find(self, schema: Json, place: Place) -> MaybeJson: ...

    def all_valid(self, schema: Json, place: Place) -> Iterator[Json]: ...


class Containers:
    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def objects(self, schema: JsonObject, place: Place) -> Iterator[JsonObject]:
        """Required members only, and everything declared; the second first where asked for."""
        declared = _object(schema.get("properties"))
        required = [n for n in _list(schema.get("required")) if isinstance(n, str)]
        least = [
            *(n for n in declared if n in required),
            *(n for n in required if n not in declared),
        ]
        placed = [n for n in declared if place.folder and n not in least and is_folder(n)]
        every = [*least, *(n for n in declared if n not in least)]
        wishes = [[*least, *placed], *([least] if placed else []), every]
        wishes = wishes if len(every) > len(least) else [least]
        for names in reversed(wishes) if place.generous else wishes:
            made = self._members(schema, names, len(least), place)
            if made is not None:
                yield self._filled_up(schema, made, place)

    def arrays(self, schema: JsonObject, place: Place) -> Iterator[list[Json]]:
        """One item is more natural than none, where the schema allows one."""
        least = _count(schema.get("minItems"), 0)
        most = _count(schema.get("maxItems"), _MOST_ITEMS)
        if least == 0 and _leads_back(_item_schema(schema, 0), place.seen):
            yield []
        first = self._items(schema, max(least, min(1, most)), place)
        if first is not None:
            yield first
        if least == 0:
            yield []
        longer = self._items(schema, min(max(least + 1, 2), most), place)
        if longer is not None:
            yield longer

    def _members(
        self, schema: JsonObject, names: list[str], firm: int, place: Place
    ) -> JsonObject | None:
        """The first ``firm`` names must be made; the rest may be left out."""
        made: JsonObject = {}
        for number, name in enumerate(_with_dependents(schema, names)):
            value = self._finder.find(_member_schema(schema, name), place.below(name))
            if not isinstance(value, Missing):
                made[name] = value
            elif number < firm:
                return None
        return made

    def _filled_up(self, schema: JsonObject, made: JsonObject, place: Place) -> JsonObject:
        """More members, declared or made up, until ``minProperties`` is reached."""
        least = min(_count(schema.get("minProperties"), 0), _MOST_ITEMS)
        names = iter([n for n in _object(schema.get("properties")) if n not in made])
        for name in islice(_chain(names, self._new_names(schema, place)), 4 * least):
            if len(made) >= least:
                break
            value = self._finder.find(_member_schema(schema, name), place.below(name))
            if name not in made and not isinstance(value, Missing):
                made[name] = value
        return made

    def _new_names(self, schema: JsonObject, place: Place) -> Iterator[str]:
        for pattern in _object(schema.get("patternProperties")):
            yield from islice(strings_for(pattern), 4)
        rule = schema.get("propertyNames", MISSING)
        if not isinstance(rule, Missing):
            textual: JsonObject = {"allOf": [{"type": "string"}, rule]}
            found = self._finder.all_valid(textual, place.below("propertyNames"))
            yield from (name for name in found if isinstance(name, str))
        yield from (f"example{number}" for number in range(1, _MOST_ITEMS))

    def _items(self, schema: JsonObject, count: int, place: Place) -> list[Json] | None:
        made = self._contained(schema, place)
        if made is None:
            return None
        unique = schema.get("uniqueItems") is True
        for index in range(len(made), min(count, _MOST_ITEMS)):
            part = _item_schema(schema, index)
            found = self._finder.all_valid(part, place.below(index, name=_singular(place.name)))
            value = _unlike(found, made) if unique else next(found, MISSING)
            if isinstance(value, Missing):
                return None
            made.append(value)
        return made

    def _contained(self, schema: JsonObject, place: Place) -> list[Json] | None:
        """What ``contains`` asks for; a prefix decides on its places first."""
        if "contains" not in schema or _list(schema.get("prefixItems")):
            return []
        wanted = min(_count(schema.get("minContains"), 1), _MOST_ITEMS)
        both: JsonObject = {"allOf": [schema["contains"], _item_schema(schema, 0)]}
        made: list[Json] = []
        for value in self._finder.all_valid(both, place.below(0)):
            if schema.get("uniqueItems") is not True:
                return [value] * wanted
            if not any(same_json(value, other) for other in made):
                made.append(value)
            if len(made) >= wanted:
                break
        return made if len(made) >= wanted else None


def _leads_back(schema: Json, seen: frozenset[str]) -> bool:
    """Whether an item would begin again what is being made: then no item is the natural end."""
    if not isinstance(schema, dict):
        return False
    inner = [*_list(schema.get("anyOf")), *_list(schema.get("oneOf")), *_list(schema.get("allOf"))]
    return schema.get("$ref") in seen or any(_leads_back(part, seen) for part in inner)


def _unlike(found: Iterator[Json], made: list[Json]) -> MaybeJson:
    fresh = (v for v in found if not any(same_json(v, other) for other in made))
    return next(fresh, MISSING)


def _member_schema(schema: JsonObject, name: str) -> Json:
    parts: list[Json] = []
    declared = _object(schema.get("properties"))
    if name in declared:
        parts.append(declared[name])
    patterns = _object(schema.get("patternProperties"))
    parts += [part for pattern, part in patterns.items() if _matches(pattern, name)]
    if not parts:
        return schema.get("additionalProperties", True)
    return parts[0] if len(parts) == 1 else {"allOf": parts}


def _item_schema(schema: JsonObject, index: int) -> Json:
    items = schema.get("items", True)
    prefix = items if isinstance(items, list) else _list(schema.get("prefixItems"))
    if index < len(prefix):
        return prefix[index]
    return schema.get("additionalItems", True) if isinstance(items, list) else items


def _with_dependents(schema: JsonObject, names: list[str]) -> list[str]:
    """The names, and those that some of them bring along."""
    rules = {**_object(schema.get("dependencies")), **_object(schema.get("dependentRequired"))}
    found = list(names)
    for name in found:
        brought = (n for n in _list(rules.get(name)) if isinstance(n, str))
        found.extend(n for n in brought if n not in found)
    return found


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def _singular(name: str) -> str:
    return name.removesuffix("s")


def _chain(*several: Iterator[str]) -> Iterator[str]:
    for one in several:
        yield from one


def _object(value: MaybeJson) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _list(value: MaybeJson) -> list[Json]:
    return value if isinstance(value, list) else []


def _count(value: MaybeJson, otherwise: int) -> int:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if number else otherwise  # type: ignore[arg-type]
