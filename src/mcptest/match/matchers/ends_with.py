"""``ends-with``: how a text ends."""

from __future__ import annotations

from mcptest.match.argument import text_argument
from mcptest.match.containment import text_test
from mcptest.match.matcher import Check, Matcher
from mcptest.match.show import short
from mcptest.model.json import Json


def _bind(wants: Json) -> Check:
    wanted = text_argument(wants)
    test = text_test(lambda text: text.endswith(wanted), f"does not end with {short(wanted)}")
    return Check("ends-with", wants, lambda value, _context: test(value))


MATCHER = Matcher(
    name="ends-with",
    summary="The text ends with this string.",
    argument={"type": "string"},
    example={"ends-with": ".json"},
    bind=_bind,
)
