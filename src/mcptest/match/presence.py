"""Whether a target is present; null counts as present."""

from __future__ import annotations

from mcptest.match.argument import flag_argument
from mcptest.match.matcher import Check, MatchContext, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson


def presence(matcher: str, wants: Json, *, there: bool) -> Check:
    """``true`` asks for what the word says, ``false`` for the opposite.

    Raises: ValueError.
    """
    wanted = there is flag_argument(wants)

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if (value is not MISSING) is wanted:
            return None
        if wanted:
            return Mismatch("is absent")
        return Mismatch(f"is {short(value)}, expected to be absent")

    return Check(matcher, wants, compare)
