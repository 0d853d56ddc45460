"""``type``: which kind of JSON value."""

from __future__ import annotations

from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type

_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")


def _bind(wants: Json) -> Check:
    names = wants if isinstance(wants, list) else [wants]
    if not names or any(name not in _TYPES for name in names):
        raise ValueError(f"expected one or more of {', '.join(_TYPES)}, got {short(wants)}")

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if any(_is(value, str(name)) for name in names):
            return None
        wanted = " or ".join(map(str, names))
        return Mismatch(f"is the {json_type(value)} {short(value)}, expected type {wanted}")

    return Check("type", wants, compare)


def _is(value: Json, name: str) -> bool:
    kind = json_type(value)
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return kind == name or (name == "number" and kind == "integer")


MATCHER = Matcher(
    name="type",
    summary="The value has this JSON type, or one of several. 1.0 counts as an integer.",
    argument={
        "anyOf": [
            {"enum": list(_TYPES)},
            {"type": "array", "minItems": 1, "items": {"enum": list(_TYPES)}},
        ]
    },
    example={"type": "string"},
    bind=_bind,
)
