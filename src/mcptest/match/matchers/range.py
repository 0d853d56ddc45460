"""``range``: a number between two others."""

from __future__ import annotations

from mcptest.match.bounds import read_bounds
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type


def _bind(wants: Json) -> Check:
    bounds = read_bounds(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Mismatch(f"is the {json_type(value)} {short(value)}, not a number")
        wrong = bounds.outside(value)
        return Mismatch(wrong) if wrong else None

    return Check("range", wants, compare)


MATCHER = Matcher(
    name="range",
    summary="The number is at least min and at most max. You can omit one of them.",
    argument={
        "type": "object",
        "properties": {"min": {"type": "number"}, "max": {"type": "number"}},
        "minProperties": 1,
        "additionalProperties": False,
    },
    example={"range": {"min": 0, "max": 1}},
    bind=_bind,
)
