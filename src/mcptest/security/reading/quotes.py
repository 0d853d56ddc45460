"""Blank out quoted text: a detector names attacks without making them."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r"\"[^\"\n]{8,300}\"|(?<!\w)'[^'\n]{8,300}'(?!\w)|`[^`\n]{8,300}`")
_QUOTING: Final = re.compile(
    r"(?i)\b(?:detect\w*|scan\w*|find\w*|block\w*|flag\w*|explain\w*|filter\w*|match\w*|phrases?"
    r"|such as|for example|for instance|e\.g\.|like|known as|attacks?|patterns?|says?)\b"
)
_REACH: Final = 160  # characters between the word and the quotation


def without_quotations(text: str) -> str:
    """The same length, with quoted phrases that the text talks about replaced by blanks."""
    if not any(mark in text for mark in "\"'`"):
        return text
    return _QUOTED.sub(_blanked, text)


def _blanked(found: re.Match[str]) -> str:
    before = found.string[max(0, found.start() - _REACH) : found.start()]
    inside = found.group()
    if " " not in inside.strip("\"'` ") or not _QUOTING.search(before):
        return inside
    return " " * len(inside)
