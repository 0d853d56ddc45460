"""The words of a tool's name, and the two lists that the name heuristic knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

MUTATING_WORDS: Final = frozenset(
    ("create", "update", "set", "send", "write", "post", "put", "insert", "patch", "add", "upload")
)
DESTRUCTIVE_WORDS: Final = frozenset(
    ("delete", "remove", "drop", "destroy", "purge", "erase", "wipe", "kill", "revoke")
)


def split_words(name: str) -> tuple[str, ...]:
    """``getUserIds`` as ``get``, ``user``, ``ids``: lowercase, in order, letters only.

    A run of capitals before a small letter has two readings (``HTMLPost``, ``DELETEfile``);
    both are given, since missing a dangerous word is worse than making up an odd one.
    """
    runs = ("".join(run) for letters, run in groupby(name, str.isalpha) if letters)
    return tuple(word.lower() for run in runs for word in _camel_words(run))


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
