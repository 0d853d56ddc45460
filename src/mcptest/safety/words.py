"""Split a name or a sentence into words, in any notation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

_ASCII_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CASED: Final = "cased"
_CASELESS: Final = "caseless"
_DIGITS: Final = "digits"


def split_words(name: str) -> tuple[str, ...]:
    """``getUserIds`` as ``get``, ``user``, ``ids``: lowercase, in order, letters only.

    A run of capitals before a small letter has two readings (``HTMLPost``, ``DELETEfile``);
    both are given, since missing a dangerous word is worse than making up an odd one.
    """
    runs = (run for kind, run in _runs(name) if kind != _DIGITS)
    return tuple(word.lower() for run in runs for word in _camel_words(run, both=True))


@lru_cache(maxsize=1024)  # several lint rules ask about the same name and the same description
def plain_words(name: str) -> tuple[str, ...]:
    """The same with numbers, and with the likelier reading alone."""
    if name.isascii():
        return tuple(word.lower() for word in _ASCII_WORD.findall(name))
    runs = (run for _, run in _runs(name))
    return tuple(word.lower() for run in runs for word in _camel_words(run, both=False))


def fold(word: str) -> str:
    """The word without case and accents: ``Löschen`` as ``loschen``."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(c for c in apart if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def _composed(name: str) -> str:
    """An accent that is a character of its own must not end a word; neither must a wide letter."""
    if name.isascii():
        return name
    composed = unicodedata.normalize("NFKC", name)
    return "".join(c for c in composed if unicodedata.category(c) != "Cf")


def _runs(name: str) -> Iterator[tuple[str, str]]:
    """Letters with case, letters without, and digits; what is between them belongs to no word."""
    kind, run = "", ""
    for character in _composed(name):
        found = _kind(character, kind)
        if found != kind:
            if kind:
                yield kind, run
            kind, run = found, ""
        run += character
    if kind:
        yield kind, run


def _kind(character: str, before: str) -> str:
    if character.isalpha():
        return _CASED if character.lower() != character.upper() else _CASELESS
    if unicodedata.category(character) in {"Mn", "Mc"}:  # it belongs to the letter before it
        return before or _CASELESS
    return _DIGITS if character.isdecimal() else ""


def _camel_words(run: str, *, both: bool) -> Iterator[str]:
    start = 0
    for place in range(1, len(run)):
        if run[place].isupper() and not run[place - 1].isupper():
            yield run[start:place]
            start = place
        elif _acronym_ends(run, place, start):
            if both:
                yield run[start:place]
            yield run[start : place - 1]
            start = place - 1
    yield run[start:]


def _acronym_ends(run: str, place: int, start: int) -> bool:
    """A small letter after two capitals or more: the last capital may begin its word."""
    after_capitals = run[place - 1].isupper() and run[place - 2].isupper()
    return not run[place].isupper() and place - start > 1 and after_capitals
