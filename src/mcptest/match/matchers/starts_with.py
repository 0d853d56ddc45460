"""``starts-with``: how a text begins."""

from __future__ import annotations

from mcptest.match.argument import text_argument
from mcptest.match.containment import text_test
from mcptest.match.matcher import Check, Matcher
from mcptest.match.show import short
from mcptest.model.json import Json


def _bind(wants: Json) -> Check:
    wanted = text_argument(wants)
    test = text_test(lambda text: text.startswith(wanted), f"does not start with {short(wanted)}")
    return Check("starts-with", wants, lambda value, _context: test(value))


MATCHER = Matcher(
    name="starts-with",
    summary="The text starts with this string.",
    argument={"type": "string"},
    example={"starts-with": "https://"},
    bind=_bind,
)
