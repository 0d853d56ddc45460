"""``exact``: the same JSON value."""

from __future__ import annotations

from functools import partial

from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import difference, short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type, same_json


def _bind(wants: Json) -> Check:
    return Check("exact", wants, partial(_look, wants))  # smaller than a function of its own


def _look(wants: Json, value: MaybeJson, _context: MatchContext) -> Mismatch | None:
    if value is MISSING:
        return absent()
    if same_json(value, wants):
        return None
    shown = f"is {short(value)}, expected {short(wants)}"
    if short(wants).strip('"') == short(value).strip('"'):
        shown += f" ({json_type(value)} is not {json_type(wants)})"
    return Mismatch(shown, difference(wants, value))


MATCHER = Matcher(
    name="exact",
    summary="The values are equal as JSON: 1 equals 1.0, true is not 1, key order is ignored.",
    argument={},
    example={"exact": "hello"},
    bind=_bind,
)
