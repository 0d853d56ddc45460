"""``length``: how many characters, items or members."""

from __future__ import annotations

from mcptest.match.bounds import Bounds, read_bounds
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type


def _bind(wants: Json) -> Check:
    bounds = _exactly(wants) if isinstance(wants, int | float) else read_bounds(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if not isinstance(value, str | list | dict):
            return Mismatch(f"is the {json_type(value)} {short(value)}, which has no length")
        wrong = bounds.outside(len(value))
        return (
            Mismatch(f"has length {wrong.removeprefix('is ')}: {short(value)}") if wrong else None
        )

    return Check("length", wants, compare)


def _exactly(wants: float) -> Bounds:
    if isinstance(wants, bool) or wants < 0 or wants != int(wants):
        raise ValueError(f"expected an integer, or min and max, got {short(wants)}")
    return Bounds(wants, wants)


MATCHER = Matcher(
    name="length",
    summary="The number of characters, items or members is this number, or between min and max.",
    argument={
        "anyOf": [
            {"type": "integer", "minimum": 0},
            {
                "type": "object",
                "properties": {"min": {"type": "number"}, "max": {"type": "number"}},
                "minProperties": 1,
                "additionalProperties": False,
            },
        ]
    },
    example={"length": {"min": 1}},
    bind=_bind,
)
