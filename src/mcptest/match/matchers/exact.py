"""``exact``: the same JSON value."""

from __future__ import annotations

from mcptest.match.holding import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import difference, short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type, same_json


def _bind(wants: Json) -> Check:
    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if same_json(value, wants):
            return None
        shown = f"is {short(value)}, expected {short(wants)}"
        if short(wants).strip('"') == short(value).strip('"'):
            shown += f" ({json_type(value)} is not {json_type(wants)})"
        return Mismatch(shown, difference(wants, value))

    return Check("exact", wants, compare)


MATCHER = Matcher(
    name="exact",
    summary="The value is equal as JSON: true is not 1, 1 is 1.0, key order does not matter.",
    argument={},
    example={"exact": "hello"},
    bind=_bind,
)
