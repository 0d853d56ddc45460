"""``not``: what another matcher refuses."""

# ruff: noqa: N999  (the file is named after the word; nothing imports it by a statement)
from __future__ import annotations

from mcptest.match.bind import bind
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import Json, MaybeJson


def _bind(wants: Json) -> Check:
    inner = bind(wants)

    def compare(value: MaybeJson, context: MatchContext) -> Mismatch | None:
        if inner.compare(value, context) is not None:
            return None
        return Mismatch(
            f"is {short(value)}, which must not match {inner.matcher} {short(inner.wants)}"
        )

    return Check("not", wants, compare)


MATCHER = Matcher(
    name="not",
    summary="The inner matcher does not match. If the target is absent, only `absent` matches it.",
    argument={"$ref": "#/$defs/matcher"},
    example={"not": {"contains": "Traceback"}},
    bind=_bind,
)
