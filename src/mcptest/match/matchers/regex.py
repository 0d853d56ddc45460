"""``regex``: a pattern found in a text, within a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mcptest.match.argument import text_argument
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.search_limit import SECONDS, search
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type

if TYPE_CHECKING:
    from regex import Pattern

MAX_PATTERN: Final = 1_000
MAX_SUBJECT: Final = 1024 * 1024


def _bind(wants: Json) -> Check:
    pattern = _compile(text_argument(wants))

    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if not isinstance(value, str):
            return Mismatch(f"is the {json_type(value)} {short(value)}, not a string")
        if len(value) > MAX_SUBJECT:
            return Mismatch(f"has {len(value):,} characters; only {MAX_SUBJECT:,} are searched")
        try:
            found = search(pattern, value)
        except TimeoutError:
            return Mismatch(f"was not searched: the matcher timed out after {SECONDS:g} s")
        return None if found else Mismatch(f"does not match {short(wants)}: {short(value)}")

    return Check("regex", wants, compare)


def _compile(wants: str) -> Pattern[str]:
    import regex

    if len(wants) > MAX_PATTERN:
        raise ValueError(f"the pattern has {len(wants)} characters; {MAX_PATTERN} are allowed")
    try:
        return regex.compile(wants)
    except regex.error as error:
        place = getattr(error, "pos", None)
        at = "" if place is None else f" at character {place + 1} of the pattern"
        raise ValueError(f"{getattr(error, 'msg', error)}{at}") from None
    except (OverflowError, MemoryError, RecursionError) as error:
        raise ValueError(f"the pattern is too large: {error}") from None


MATCHER = Matcher(
    name="regex",
    summary=(
        "The pattern matches somewhere in the text; anchor it with ^ and $. Put flags such as (?i) "
        "into the pattern. Limits: a pattern of 1,000 characters, a text of 1 Mi characters, 1 s."
    ),
    argument={"type": "string", "maxLength": MAX_PATTERN},
    example={"regex": "^v[0-9]+$"},
    bind=_bind,
)
