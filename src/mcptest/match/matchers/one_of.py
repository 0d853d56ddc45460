"""``one-of``: equal to one of several values."""

from __future__ import annotations

from mcptest.match.argument import list_argument
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, same_json


def _bind(wants: Json) -> Check:
    choices = list_argument(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if any(same_json(value, wanted) for wanted in choices):
            return None
        return Mismatch(f"is {short(value)}, expected one of {', '.join(map(short, choices[:20]))}")

    return Check("one-of", wants, compare)


MATCHER = Matcher(
    name="one-of",
    summary="The value equals one entry of the list.",
    argument={"type": "array", "minItems": 1},
    example={"one-of": ["open", "closed"]},
    bind=_bind,
)
