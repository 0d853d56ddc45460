"""``any-of``: at least one of several matchers."""

from __future__ import annotations

from mcptest.match.compose import bind_each, said_once
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.model.json import Json, MaybeJson


def _bind(wants: Json) -> Check:
    checks = bind_each(wants)

    def compare(value: MaybeJson, context: MatchContext) -> Mismatch | None:
        reasons = []
        for check in checks:
            mismatch = check.compare(value, context)
            if mismatch is None:
                return None
            reasons.append(mismatch.reason)
        return Mismatch(f"matches none of the alternatives: {said_once(reasons)}")

    return Check("any-of", wants, compare)


MATCHER = Matcher(
    name="any-of",
    summary="At least one of the matchers matches.",
    argument={"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/matcher"}},
    example={"any-of": [{"exact": 1}, {"type": "null"}]},
    bind=_bind,
)
