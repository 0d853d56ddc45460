"""``absent``: the target is not there."""

from __future__ import annotations

from mcptest.match.matcher import Check, Matcher
from mcptest.match.presence import presence
from mcptest.model.json import Json


def _bind(wants: Json) -> Check:
    return presence("absent", wants, there=False)


MATCHER = Matcher(
    name="absent",
    summary="The target does not exist. A null value exists.",
    argument={"type": "boolean", "default": True},
    example={"absent": True},
    bind=_bind,
)
