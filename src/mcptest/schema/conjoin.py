"""Merge two schemas that must both hold, to generate values from one.

The result may be looser than the two: check a value that is made from it against the
originals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mcptest.model.json import Json, JsonObject


def conjoin(left: JsonObject, right: JsonObject) -> JsonObject:
    joined = dict(left)
    for word, value in right.items():
        joined[word] = _join(word, left[word], value) if word in left else value
    return joined


def _join(word: str, left: Json, right: Json) -> Json:
    rule = _RULES.get(word)
    return rule(left, right) if rule else right


def _types(left: Json, right: Json) -> Json:
    ours = left if isinstance(left, list) else [left]
    theirs = right if isinstance(right, list) else [right]
    both = [name for name in ours if name in theirs]
    if "integer" not in both and "integer" in [*ours, *theirs]:
        both += ["integer"] * ("number" in ours or "number" in theirs)
    return both


def _higher(left: Json, right: Json) -> Json:
    numeric = isinstance(left, int | float) and isinstance(right, int | float)
    return max(left, right) if numeric else right  # type: ignore[type-var]


def _lower(left: Json, right: Json) -> Json:
    numeric = isinstance(left, int | float) and isinstance(right, int | float)
    return min(left, right) if numeric else right  # type: ignore[type-var]


def _union(left: Json, right: Json) -> Json:
    ours = left if isinstance(left, list) else []
    theirs = right if isinstance(right, list) else []
    return [*ours, *(item for item in theirs if item not in ours)]


def _shared(left: Json, right: Json) -> Json:
    ours = left if isinstance(left, list) else []
    theirs = right if isinstance(right, list) else []
    return [item for item in ours if item in theirs]


def _each(left: Json, right: Json) -> Json:
    if not isinstance(left, dict) or not isinstance(right, dict):
        return right
    return {**left, **{k: _both(left[k], v) if k in left else v for k, v in right.items()}}


def _both(left: Json, right: Json) -> Json:
    if left is False or right is False:
        return False
    return {"allOf": [left, right]}


def _keep(left: Json, right: Json) -> Json:  # noqa: ARG001
    return left


_RULES: Final[Mapping[str, Callable[[Json, Json], Json]]] = {
    "type": _types,
    "required": _union,
    "enum": _shared,
    "properties": _each,
    "patternProperties": _each,
    "additionalProperties": _both,
    "items": _both,
    "contains": _both,
    "propertyNames": _both,
    "default": _keep,
    "examples": _keep,
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems"), _higher),
    **dict.fromkeys(("minProperties", "minContains"), _higher),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems"), _lower),
    **dict.fromkeys(("maxProperties", "maxContains"), _lower),
}
