"""``contains``: text in text, a member in a list, a key or a part in an object."""

from __future__ import annotations

from mcptest.match.holding import holds, refuse_kind
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson


def _bind(wants: Json) -> Check:
    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        refused = refuse_kind(value, wants)
        if refused or value is MISSING:
            return refused
        if holds(value, wants):
            return None
        return Mismatch(f"does not contain {short(wants)}: {short(value)}")

    return Check("contains", wants, compare)


MATCHER = Matcher(
    name="contains",
    summary=(
        "Text contains the text; a list has the member (an object that has these members counts); "
        "an object has the key, or, given an object, all of its members."
    ),
    argument={},
    example={"contains": "anthropic"},
    bind=_bind,
)
