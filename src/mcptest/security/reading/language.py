"""One language: its words and phrases for each role."""

from __future__ import annotations

import re
from typing import Final

from mcptest.model.record import record

NEVER: Final = re.compile(r"(?!)")


def phrase(pattern: str) -> re.Pattern[str]:
    """Layout in the pattern does not count; a blank in it stands for any blanks in a text."""
    squeezed = re.sub(r"\n\s*", "", pattern.strip())
    return re.compile(squeezed.replace(" ", r"\s+"), re.IGNORECASE)


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for lists that are easier to read without quotes."""
    return frozenset(text.split())


@record(kw_only=True)
class Language:
    """Each role is one pattern, matched inside a sentence.

    ``triggers`` are words without which no pattern can match; for scripts without spaces they are
    looked for anywhere. ``act`` are things that a model does with data, ``object`` is private
    data, ``sink`` the words before a place that data goes to, ``others`` means other tools, and
    ``change`` what is done to their use. ``wished`` says that the user
    asked for it, ``fine`` that an order to say nothing is harmless.
    """

    tag: str
    name: str
    triggers: frozenset[str]
    spaced: bool = True
    undo: re.Pattern[str] = NEVER
    autopilot: re.Pattern[str] = NEVER
    cover: re.Pattern[str] = NEVER
    act: re.Pattern[str] = NEVER
    object: re.Pattern[str] = NEVER
    sink: re.Pattern[str] = NEVER
    others: re.Pattern[str] = NEVER
    change: re.Pattern[str] = NEVER
    lasting: re.Pattern[str] = NEVER
    addressee: re.Pattern[str] = NEVER
    praise: re.Pattern[str] = NEVER
    rivals: re.Pattern[str] = NEVER
    slur: re.Pattern[str] = NEVER
    collects: re.Pattern[str] = NEVER
    reported: re.Pattern[str] = NEVER
    negated: re.Pattern[str] = NEVER
    wished: re.Pattern[str] = NEVER
    fine: re.Pattern[str] = NEVER
