"""Find the place of a JSON pointer in valid JSON text, one level at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Final

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_AFTER_KEY: Final = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_AFTER_VALUE: Final = re.compile(r"[ \t\n\r]*,?[ \t\n\r]*")

Place = tuple[int, int]


class Levels:
    """Looks up places below one value.

    Only the objects and lists on the way to a place are taken apart; the values beside it are
    skipped by the standard library's C reader. Each level is taken apart once.
    """

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._decode = JSONDecoder().raw_decode
        self._known: dict[int, dict[str, tuple[Place, Place]]] = {}

    def find(self, steps: Sequence[str]) -> Place:
        """The key that a pointer names, or the value where there is no key.

        A step that is not there ends the search at what holds it.
        """
        start = self._start
        place: Place | None = None
        for step in steps:
            found = self._level(start).get(step)
            if found is None:
                break
            place, (start, _) = found
        return place or (start, self._end(start))

    def _level(self, start: int) -> dict[str, tuple[Place, Place]]:
        if start not in self._known:
            self._known[start] = dict(self._entries(start))
        return self._known[start]

    def _entries(self, start: int) -> Iterator[tuple[str, tuple[Place, Place]]]:
        opening = self._text[start]
        if opening == "{":
            return self._members(start)
        return self._items(start) if opening == "[" else iter(())

    def _members(self, start: int) -> Iterator[tuple[str, tuple[Place, Place]]]:
        at = self._skip(_SPACE, start + 1)
        while self._text[at] != "}":
            key, key_end = scanstring(self._text, at + 1, True)
            begin = self._skip(_AFTER_KEY, key_end)
            end = self._end(begin)
            yield key, ((at, key_end), (begin, end))
            at = self._skip(_AFTER_VALUE, end)

    def _items(self, start: int) -> Iterator[tuple[str, tuple[Place, Place]]]:
        at, index = self._skip(_SPACE, start + 1), 0
        while self._text[at] != "]":
            end = self._end(at)
            yield str(index), ((at, end), (at, end))
            at, index = self._skip(_AFTER_VALUE, end), index + 1

    def _end(self, start: int) -> int:
        return self._decode(self._text, start)[1]

    def _skip(self, pattern: re.Pattern[str], at: int) -> int:
        found = pattern.match(self._text, at)
        return found.end() if found else at
