"""Find characters that cannot be seen or that reorder text, judged by what stands around them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from mcptest.model.record import record
from mcptest.security.characters.script import is_unspaced, joins, reads_right_to_left

_SUSPECT: Final = re.compile(
    "[\U000e0000-\U000e007f]+|[\u202a-\u202e\u2066-\u2069]|"
    "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|"
    "[\u200b-\u200d\u2060-\u2064\ufeff]+|[\u200e\u200f]|[\u115f\u1160\u3164\uffa0]+"
)
_FLAG: Final = "\U0001f3f4"
_FLAG_END: Final = "\U000e007f"
_LEAST_BITS: Final = 16
_EMOJI: Final = re.compile(
    "[\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)


@record
class Invisible:
    """``decoded`` is the text that the characters carry, where they carry one."""

    kind: str
    start: int
    end: int
    decoded: str = ""

    @property
    def serious(self) -> bool:
        return bool(self.decoded) or self.kind in {"tag characters", "direction override"}


def find_invisible(text: str) -> list[Invisible]:
    """Everything in a text that has no place there."""
    if text.isascii():
        return []
    found = [one for match in _SUSPECT.finditer(text) if (one := _judge(text, match)) is not None]
    return [*found, *_scattered_bits(text)] if found else []


def _judge(text: str, match: re.Match[str]) -> Invisible | None:
    run, start, end = match.group(), match.start(), match.end()
    first = ord(run[0])
    before, after = text[start - 1 : start], text[end : end + 1]
    if 0xE0000 <= first <= 0xE007F:  # noqa: PLR2004
        return _tags(run, start, end, before)
    if first in range(0x202A, 0x202F) or first in range(0x2066, 0x206A):
        fine = reads_right_to_left(text) and first not in {0x202D, 0x202E}
        return None if fine else Invisible("direction override", start, end)
    if first in {0x200E, 0x200F}:
        return None if reads_right_to_left(text) else Invisible("direction mark", start, end)
    if 0xFE00 <= first <= 0xFE0F or first >= 0xE0100:  # noqa: PLR2004
        return Invisible("variation selectors", start, end, _selected(run))
    if first in {0x115F, 0x1160, 0x3164, 0xFFA0}:
        hangul = "HANGUL" in unicodedata.name(after or " ", "")
        return None if hangul and first in {0x115F, 0x1160} else Invisible("filler", start, end)
    return _zero_width(run, start, end, before, after)


def _tags(run: str, start: int, end: int, before: str) -> Invisible | None:
    if before == _FLAG and run.endswith(_FLAG_END) and len(run) <= 8:  # noqa: PLR2004
        return None
    hidden = "".join(chr(ord(c) - 0xE0000) for c in run if ord(c) > 0xE001F)  # noqa: PLR2004
    return Invisible("tag characters", start, end, hidden.rstrip("\x7f"))


def _selected(run: str) -> str:
    """Selectors used as bytes, as text where that is what comes out."""
    codes = [ord(c) - 0xFE00 if ord(c) < 0xE0000 else ord(c) - 0xE0100 + 16 for c in run]  # noqa: PLR2004
    return _printable(bytes(codes))


def _zero_width(run: str, start: int, end: int, before: str, after: str) -> Invisible | None:
    if run == "\ufeff" and start == 0:
        return None
    if set(run) <= {"\u200c", "\u200d"} and len(run) == 1 and _joiner_fits(before, after):
        return None
    if run == "\u200b" and is_unspaced(before) and is_unspaced(after):
        return None
    return Invisible("zero-width characters", start, end, _bits(run))


def _joiner_fits(before: str, after: str) -> bool:
    """Between letters that it shapes, or inside of an emoji."""
    if (before and joins(before)) or (after and joins(after)):
        return True
    return bool(_EMOJI.match(before or " ")) and bool(_EMOJI.match(after or " "))


def _scattered_bits(text: str) -> Iterator[Invisible]:
    """Bits that are strewn between letters instead of standing together."""
    places = [i for i, c in enumerate(text) if c in "\u200b\u200c\u200d\u2060\ufeff"]
    if len(places) >= _LEAST_BITS:
        decoded = _bits("".join(text[i] for i in places))
        if decoded:
            yield Invisible("zero-width characters", places[0], places[-1] + 1, decoded)


def _bits(run: str) -> str:
    """Two kinds of zero-width characters as the bits of a text."""
    kinds = list(dict.fromkeys(run))
    if len(kinds) != 2 or len(run) < _LEAST_BITS:  # noqa: PLR2004
        return ""
    for one in kinds:
        bits = "".join("1" if c == one else "0" for c in run)
        for width in (8, 7):
            numbers = [int(bits[i : i + width], 2) for i in range(0, len(bits) - width + 1, width)]
            text = _printable(bytes(numbers))
            if text:
                return text
    return ""


def _printable(raw: bytes) -> str:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return ""
    plain = text.strip("\0")
    good = sum(c.isprintable() and (c.isalnum() or c in " .,:;/_-'\"~") for c in plain)
    return plain if len(plain) >= 2 and good >= 0.9 * len(plain) else ""  # noqa: PLR2004
