"""Which script a letter belongs to, and which letters look like Latin ones."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_PAIRS: Final = (
    # Cyrillic
    ("аеорсухіјѕһԁԛԝѵкгѡ", "aeopcyxijshdqwvkrw"),
    ("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS"),
    # Greek
    ("ονικραυχγω", "ovikpauxyw"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
    # Armenian, and Latin letters of phonetics
    ("օոսհզց", "onuhqg"),
    ("ɑɡıɩ", "agii"),
)
LOOKALIKES: Final = {
    like: plain for many, plains in _PAIRS for like, plain in zip(many, plains, strict=True)
}
# Joiners and marks of these shape letters; elsewhere they do nothing that can be seen.
_JOINING: Final = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
    "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "TIBETAN", "MYANMAR", "KHMER",
    "BALINESE", "THAANA", "TAKRI", "CHAKMA", "NEWA", "JAVANESE", "MANDAIC", "PHAGS",
)  # fmt: skip
_RIGHT_TO_LEFT: Final = ("R", "AL")
_UNSPACED: Final = ("THAI", "LAO", "KHMER", "MYANMAR", "CJK", "HIRAGANA", "KATAKANA", "TIBETAN")


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """``LATIN``, ``CYRILLIC``, ``CJK`` …; empty for what is not a letter."""
    if character.isascii():
        return "LATIN" if character.isalpha() else ""
    if not unicodedata.category(character).startswith(("L", "M")):
        return ""
    return unicodedata.name(character, "").partition(" ")[0].partition("-")[0]


def joins(character: str) -> bool:
    """Whether joiners next to this letter change how it looks."""
    return script_of(character).startswith(_JOINING)


def is_unspaced(character: str) -> bool:
    """Whether the script writes no spaces, so that a zero-width space marks where a line breaks."""
    return script_of(character).startswith(_UNSPACED)


def reads_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text if not c.isascii())


def mixes_lookalikes(word: str) -> bool:
    """Whether a word of Latin letters has letters of another script that look like them."""
    if word.isascii():
        return False
    return any(c in LOOKALIKES for c in word) and any(c.isascii() and c.isalpha() for c in word)


def skeleton(word: str) -> str:
    """The word as it looks: compatibility forms and lookalikes replaced."""
    folded = unicodedata.normalize("NFKC", word)
    return "".join(LOOKALIKES.get(c, c) for c in folded)
