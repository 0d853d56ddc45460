"""A name or a sentence as words, however it is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby


def split_words(name: str) -> tuple[str, ...]:
    """``getUserIds`` as ``get``, ``user``, ``ids``: lowercase, in order, letters only.

    A run of capitals before a small letter has two readings (``HTMLPost``, ``DELETEfile``);
    both are given, since missing a dangerous word is worse than making up an odd one.
    """
    composed = "".join(c for c in _composed(name) if unicodedata.category(c) != "Cf")
    runs = ("".join(run) for letters, run in groupby(composed, _in_word) if letters)
    return tuple(word.lower() for run in runs for word in _camel_words(run))


def fold(word: str) -> str:
    """The word without case and accents: ``Löschen`` as ``loschen``."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(c for c in apart if unicodedata.category(c) != "Mn")
    return unicodedata.normalize("NFC", bare)


def _composed(name: str) -> str:
    """An accent that is a character of its own must not end a word; neither must a wide letter."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def _in_word(character: str) -> bool:
    return character.isalpha() or unicodedata.category(character) in {"Mn", "Mc"}


def _camel_words(run: str) -> Iterator[str]:
    start = 0
    for place in range(1, len(run)):
        if run[place].isupper() and not run[place - 1].isupper():
            yield run[start:place]
            start = place
        elif _acronym_ends(run, place, start):
            yield run[start:place]
            yield run[start : place - 1]
            start = place - 1
    yield run[start:]


def _acronym_ends(run: str, place: int, start: int) -> bool:
    """A small letter after two capitals or more: the last capital may begin its word."""
    after_capitals = run[place - 1].isupper() and run[place - 2].isupper()
    return not run[place].isupper() and place - start > 1 and after_capitals
