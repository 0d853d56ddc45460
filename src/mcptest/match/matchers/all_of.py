"""``all-of``: every one of several matchers."""

from __future__ import annotations

from mcptest.match.compose import bind_each, said_once
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.model.json import Json, MaybeJson


def _bind(wants: Json) -> Check:
    checks = bind_each(wants)

    def compare(value: MaybeJson, context: MatchContext) -> Mismatch | None:
        found = [check.compare(value, context) for check in checks]
        failed = [mismatch for mismatch in found if mismatch]
        if not failed:
            return None
        difference = next((bad.difference for bad in failed if bad.difference), None)
        return Mismatch(said_once(bad.reason for bad in failed), difference)

    return Check("all-of", wants, compare)


MATCHER = Matcher(
    name="all-of",
    summary="All of the matchers match.",
    argument={"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/matcher"}},
    example={"all-of": [{"type": "string"}, {"length": {"max": 80}}]},
    bind=_bind,
)
