"""Say where and why a value does not match its shape, even inside alternatives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from mcptest.model.escape import one_line
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, json_type
from mcptest.model.record import record
from mcptest.schema.dotted import dotted
from mcptest.schema.pointer import follow_pointer, join_pointer
from mcptest.schema.validate import SchemaError, Validator, validator
from mcptest.shapes.notation import BASE64
from mcptest.shapes.shapes import Shapes, referred

MOST_MISFITS: Final = 20
MOST_ITEMS: Final = 200
_LONGEST: Final = 60
_INDEX: Final = re.compile(r"/[0-9]+(?=/|$)")


@record
class Misfit:
    """``pointer`` leads to what is wrong, or to where something is missing."""

    pointer: str
    message: str
    keyword: str

    @property
    def place(self) -> str:
        """The pointer with every index as a star: the same for every item of a list."""
        return starred(self.pointer)

    @property
    def sentence(self) -> str:
        """The message with the whole way to its member: ``content[0].text is missing``."""
        whole, own = dotted(self.pointer), _called(self.pointer)
        if not self.message.startswith(own):
            outside = dotted(self.pointer.rpartition("/")[0])
            said = f"{outside}: {self.message}" if outside else self.message
            return said if self.keyword == "required" else f"{whole or own}: {self.message}"
        return f"{whole or own}{self.message.removeprefix(own)}"


def starred(pointer: str) -> str:
    """A pointer that is the same for every item of a list."""
    return _INDEX.sub("/*", pointer)


def misfits(shapes: Shapes, name: str, value: Json) -> list[Misfit]:
    """Everything in which the value is not what the shape says, up to MOST_MISFITS."""
    return _explained(shapes, shapes.schema(name), shapes.validator(name), value)


def misfits_in(shapes: Shapes, schema: JsonObject, value: Json) -> list[Misfit]:
    """The same for a schema that was put together from shapes."""
    return _explained(shapes, schema, validator(schema), value)


def _explained(shapes: Shapes, schema: JsonObject, check: Validator, value: Json) -> list[Misfit]:
    if check.is_valid(value):
        return []
    begun = _begun(value)
    found = _all(shapes, schema, check.errors(begun), begun)
    beyond = Misfit("", f"a list has something wrong past its first {MOST_ITEMS} items", "items")
    return list(islice(dict.fromkeys(found), MOST_MISFITS)) or [beyond]


def _begun(value: Json) -> Json:
    """Long lists cut short: to explain an error costs a thousand times as much as to see it."""
    if isinstance(value, list):
        return [_begun(item) for item in value[:MOST_ITEMS]]
    if isinstance(value, dict):
        return {name: _begun(part) for name, part in value.items()}
    return value


def _all(
    shapes: Shapes, schema: JsonObject, errors: list[SchemaError], value: Json
) -> Iterator[Misfit]:
    for error in errors:
        wants = follow_pointer(schema, error.schema_pointer)
        here = follow_pointer(value, error.pointer)
        keyword = error.schema_pointer.rpartition("/")[2]
        if keyword == "anyOf" and isinstance(wants, list):
            yield from _nearest(shapes, wants, error.pointer, here)
        elif keyword == "required":
            name = error.message.split('"')[1]
            pointer = error.pointer + join_pointer([name])
            yield Misfit(pointer, f"{name} is missing", keyword)
        else:
            text = _words(keyword, _called(error.pointer), wants, here)
            yield Misfit(error.pointer, text or error.message, keyword)


def _nearest(shapes: Shapes, ways: list[Json], at: str, here: MaybeJson) -> Iterator[Misfit]:
    """What is wrong with the alternative that was meant."""
    assert here is not MISSING
    meant = [_Way(shapes, way, here) for way in ways if isinstance(way, dict)]
    fitting = [way for way in meant if not way.clashes]
    if not fitting:
        yield _clash(meant, at, here)
        return
    untold = [name for name in meant[0].needed if all(name in way.needed for way in meant)]
    if untold and isinstance(here, dict) and untold[0] not in here:
        yield Misfit(at + join_pointer(untold[:1]), f"{untold[0]} is missing", "required")
        return
    missing = [way.found[0] for way in fitting if len(way.missing) == len(way.found) == 1]
    if len(missing) == len(meant):
        names = _either([_called(one.pointer) for one in missing])
        yield Misfit(at + missing[0].pointer, f"{names} is missing", "required")
        return
    nearest = min(fitting, key=_Way.distance)
    yield from (Misfit(at + one.pointer, one.message, one.keyword) for one in nearest.found)


class _Way:
    """One alternative, and how near the value is to it.

    Members with one fixed text tell alternatives apart: those that the value has, and those that
    it has otherwise, say more than the count of what is wrong.
    """

    def __init__(self, shapes: Shapes, way: JsonObject, here: Json) -> None:
        name = referred(way)
        self.found = (
            misfits_in(shapes, shapes.alone(way), here)
            if name is None
            else misfits(shapes, name, here)
        )
        whole = way if name is None else shapes.definitions[name]
        fixed = _fixed(whole)
        required = whole.get("required") if isinstance(whole, dict) else None
        self.needed = [name for name in fixed if isinstance(required, list) and name in required]
        given = here if isinstance(here, dict) else {}
        self.matches = any(given.get(member) == text for member, text in fixed.items())
        self.clashes = {
            member: text
            for member, text in fixed.items()
            if member in given and given[member] != text
        }
        self.missing = [
            one for one in self.found if one.keyword == "required" and one.pointer.count("/") == 1
        ]

    def distance(self) -> tuple[bool, bool, int, int]:
        """Another kind of JSON is farthest, then other fixed texts, then what is missing."""
        other_kind = any(one.keyword == "type" and not one.pointer for one in self.found)
        return other_kind, not self.matches, len(self.missing), len(self.found)


def _fixed(schema: Json) -> JsonObject:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    members = properties.items() if isinstance(properties, dict) else ()
    consts = ((name, part) for name, part in members if isinstance(part, dict) and "const" in part)
    return {name: part["const"] for name, part in consts}


def _clash(ways: list[_Way], at: str, here: Json) -> Misfit:
    """The fixed text is that of no alternative."""
    member = next(iter(ways[0].clashes))
    given = here.get(member) if isinstance(here, dict) else None
    known = [_shown(way.clashes[member]) for way in ways if member in way.clashes]
    text = f"{member} is {_shown(given)}, not {_either(known)}"
    return Misfit(at + join_pointer([member]), text, "const")


def _words(keyword: str, name: str, wants: MaybeJson, here: MaybeJson) -> str | None:
    if keyword == "type":
        kinds = wants if isinstance(wants, list) else [wants]
        return f"{name} is {_kind(here)}, not {_either([_article(str(kind)) for kind in kinds])}"
    if keyword == "const":
        return f"{name} is {_shown(here)}, not {_shown(wants)}"
    if keyword == "enum" and isinstance(wants, list):
        return f"{name} is {_shown(here)}, not {_either([_shown(one) for one in wants])}"
    if keyword == "pattern" and wants == BASE64:
        return f"{name} is not base64"
    if keyword == "format":
        return f"{name} is {_shown(here)}, which is not a valid {str(wants).replace('uri', 'URI')}"
    return None


def _either(names: list[str]) -> str:
    head, last = names[:-1], names[-1]
    return f"{', '.join(head)} or {last}" if head else last


def _called(pointer: str) -> str:
    """The member's name; an item goes by its list."""
    last = _INDEX.sub("[]", pointer).removeprefix("/").rpartition("/")[2]
    return last.replace("~1", "/").replace("~0", "~") or "the value"


def _kind(value: MaybeJson) -> str:
    return "null" if value is None else _article(json_type(value))


def _article(kind: str) -> str:
    if kind == "null":
        return kind
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _shown(value: MaybeJson) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), limit=_LONGEST)
