"""Split a text into sentences, by their offsets."""

from __future__ import annotations

import re
from typing import Final

_END: Final = re.compile(
    r"(?<=[.!?;])\s+|\n+|(?<=[\u3002\uff01\uff1f\uff1b\u061f\u0964])|</?[A-Za-z_]{2,30}>|-->|<!--"
)
_LONGEST: Final = 1_200  # characters; what is longer is cut, since no gap may be without bound


def cut_sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each, blanks at the ends left out."""
    found: list[tuple[int, int]] = []
    start = 0
    for end in _END.finditer(text):
        _add(found, text, start, end.start())
        start = end.end()
    _add(found, text, start, len(text))
    return found


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    for at in range(start, end, _LONGEST):
        last = min(at + _LONGEST, end)
        if text[at:last].strip():
            found.append((at, last))
