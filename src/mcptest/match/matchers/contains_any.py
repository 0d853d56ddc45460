"""``contains-any``: at least one of several things."""

from __future__ import annotations

from mcptest.match.argument import list_argument
from mcptest.match.containment import holds, refuse_kind
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson


def _bind(wants: Json) -> Check:
    entries = list_argument(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        refusals = [refuse_kind(value, wanted) for wanted in entries]
        if value is MISSING or all(refusals):
            return refusals[0]
        if any(holds(value, wanted) for wanted in entries):
            return None
        listed = ", ".join(map(short, entries[:20]))
        return Mismatch(f"contains none of {listed}: {short(value)}")

    return Check("contains-any", wants, compare)


MATCHER = Matcher(
    name="contains-any",
    summary="At least one entry of the list is contained, as in `contains`.",
    argument={"type": "array", "minItems": 1},
    example={"contains-any": ["not found", "no such"]},
    bind=_bind,
)
