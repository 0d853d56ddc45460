"""``contains``: text in text, a member in a list, a key or a part in an object."""

from __future__ import annotations

from mcptest.match.containment import holds, refuse_kind
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
        "Text contains this string; a list contains this member, or an object with these members; "
        "an object contains this key, or all members of this object."
    ),
    argument={},
    example={"contains": "anthropic"},
    bind=_bind,
)
