"""The relations that two values can be in: same, subset, superset, monotonic."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from mcptest.model.json import Json, MaybeJson, Missing, json_type, same_json

Comparison: TypeAlias = Callable[[MaybeJson, MaybeJson], str | None]


def same(first: MaybeJson, second: MaybeJson) -> str | None:
    """None where they are equal; an absent value equals nothing."""
    if isinstance(first, Missing) or isinstance(second, Missing):
        return "the value is absent in the " + ("first" if isinstance(first, Missing) else "second")
    return None if same_json(first, second) else "the two responses differ"


def same_items(first: MaybeJson, second: MaybeJson) -> str | None:
    """Equal lists in any order."""
    if not isinstance(first, list) or not isinstance(second, list):
        return same(first, second)
    return None if _counted(first) == _counted(second) else "the two lists have different items"


def subset(first: MaybeJson, second: MaybeJson) -> str | None:
    """Everything in the second is in the first."""
    return _missing(first, second, "the second response has items that the first does not have")


def superset(first: MaybeJson, second: MaybeJson) -> str | None:
    """Everything in the first is in the second."""
    return _missing(second, first, "the second response lacks items that the first has")


def not_less(first: MaybeJson, second: MaybeJson) -> str | None:
    return _ordered(first, second, lambda a, b: a <= b, "decreased")


def not_more(first: MaybeJson, second: MaybeJson) -> str | None:
    return _ordered(first, second, lambda a, b: a >= b, "increased")


COMPARISONS: Final[Mapping[str, Comparison]] = {
    "same": same,
    "subset": subset,
    "superset": superset,
    "monotonic": not_less,
    "idempotent": same,
    "inverse": same,
}


def _counted(items: list[Json]) -> Counter[str]:
    return Counter(json.dumps(item, sort_keys=True) for item in items)


def _items(value: MaybeJson) -> Counter[str] | None:
    """The parts of a list, an object or a text of several lines."""
    if isinstance(value, list):
        return _counted(value)
    if isinstance(value, dict):
        return _counted([[key, item] for key, item in value.items()])
    return Counter(value.splitlines()) if isinstance(value, str) else None


def _missing(whole: MaybeJson, part: MaybeJson, problem: str) -> str | None:
    all_items, some = _items(whole), _items(part)
    if all_items is None or some is None:
        return _unfit(whole if all_items is None else part, "a list, an object or text")
    return None if some <= all_items else problem


def _size(value: MaybeJson) -> float | None:
    if isinstance(value, bool | Missing) or value is None:
        return None
    return value if isinstance(value, int | float) else len(value)


def _ordered(
    first: MaybeJson, second: MaybeJson, holds: Callable[[float, float], bool], how: str
) -> str | None:
    one, two = _size(first), _size(second)
    if one is None or two is None:
        return _unfit(first if one is None else second, "a number, a list or text")
    return None if holds(one, two) else f"the value {how} from {one:g} to {two:g}"


def _unfit(value: MaybeJson, wanted: str) -> str:
    found = "absent" if isinstance(value, Missing) else json_type(value)
    return f"expected {wanted} to compare, got {found}"
