"""``contains-all``: every one of several things."""

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
        if value is MISSING or any(refusals):
            return next(filter(None, refusals))
        missing = [wanted for wanted in entries if not holds(value, wanted)]
        if not missing:
            return None
        listed = ", ".join(map(short, missing[:20]))
        return Mismatch(f"does not contain {listed}: {short(value)}")

    return Check("contains-all", wants, compare)


MATCHER = Matcher(
    name="contains-all",
    summary="Every entry of the list is contained, as in `contains`.",
    argument={"type": "array", "minItems": 1},
    example={"contains-all": ["title", "url"]},
    bind=_bind,
)
