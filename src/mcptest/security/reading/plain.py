"""Normalize text as a model reads it: no invisible characters, look-alikes folded."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from mcptest.model.record import record
from mcptest.security.characters.script import LOOKALIKES, mixes_lookalikes
from mcptest.security.evidence import Span

_DROPPED: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_TYPOGRAPHY: Final = str.maketrans("\u2019\u2018\u201c\u201d\u2013\u2014", "''\"\"--")


@record
class PlainText:
    """``text`` is what is read; ``offsets`` lead back to the original (None: they are equal)."""

    original: str
    text: str
    offsets: tuple[int, ...] | None = None
    folded: int = 0  # letters that imitated others

    def span(self, start: int, end: int) -> Span:
        if self.offsets is None:
            return Span(self.original, start, end)
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[start]
        return Span(self.original, self.offsets[start], last)


def plain_text(text: str) -> PlainText:
    if text.isascii():
        return PlainText(text, text)
    kept: list[str] = []
    offsets: list[int] = []
    for at, character in enumerate(text.translate(_TYPOGRAPHY)):
        if character.isascii():
            kept.append(character)
            offsets.append(at)
        elif not _DROPPED.match(character):
            for part in unicodedata.normalize("NFKC", character):
                kept.append(part)
                offsets.append(at)
    joined = "".join(kept)
    folded = _WORD.sub(_unmasked, joined)
    imitated = sum(a != b for a, b in zip(joined, folded, strict=True))
    return PlainText(text, folded, (*offsets, len(text)), imitated)


def _unmasked(word: re.Match[str]) -> str:
    found = word.group()
    if not mixes_lookalikes(found):
        return found
    return "".join(LOOKALIKES.get(c, c) for c in found)
