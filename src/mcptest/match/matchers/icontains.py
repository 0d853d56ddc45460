"""``icontains``: the same as contains for text, without regard to case."""

from __future__ import annotations

from mcptest.match.argument import text_argument
from mcptest.match.containment import holds_folded, refuse_kind
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson


def _bind(wants: Json) -> Check:
    wanted = text_argument(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        refused = refuse_kind(value, wanted)
        if refused or value is MISSING:
            return refused
        if holds_folded(value, wanted):
            return None
        return Mismatch(f"does not contain {short(wants)} (ignoring case): {short(value)}")

    return Check("icontains", wants, compare)


MATCHER = Matcher(
    name="icontains",
    summary="Like `contains` with a string, ignoring case.",
    argument={"type": "string"},
    example={"icontains": "Anthropic"},
    bind=_bind,
)
