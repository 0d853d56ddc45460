"""``present``: the target is there, be it null."""

from __future__ import annotations

from mcptest.match.matcher import Check, Matcher
from mcptest.match.presence import presence
from mcptest.model.json import Json


def _bind(wants: Json) -> Check:
    return presence("present", wants, there=True)


MATCHER = Matcher(
    name="present",
    summary="The target exists, even if its value is null.",
    argument={"type": "boolean", "default": True},
    example={"present": True},
    bind=_bind,
)
