"""Find the path at the cursor of incomplete YAML text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from mcptest.model.record import record

ITEM: Final = None  # a segment of a path: an item of a list
Segment: TypeAlias = str | None
_KEY: Final = re.compile(r"""(?P<key>[\w$.@/-]+|"[^"\\]*"|'[^']*')\s*:(?:\s+(?P<value>.*)|$)""")
_PARTIAL: Final = re.compile(r"[\w$.@/-]*")
_SCALAR: Final = re.compile(r"[|>][0-9+-]*\s*(?:#.*)?")
MOST_LINES: Final = 20_000


@record
class YamlPlace:
    """``path`` leads to the mapping, the list or the value; ``typed`` is what stands before."""

    path: tuple[Segment, ...]
    kind: Literal["key", "value"]
    typed: str
    indent: int
    taken: frozenset[str] = frozenset()  # the keys that the mapping has already


def place_of(text: str, line: int, column: int) -> YamlPlace | None:
    """The place of the cursor, both counted from 0; None where nothing can be completed."""
    lines = text.split("\n")
    if not 0 <= line < min(len(lines), MOST_LINES):
        return None
    stack = _Stack()
    for before in lines[:line]:
        stack.take(before)
    prefix = lines[line][:column]
    if stack.in_text(prefix) or "#" in prefix:
        return None
    indent, rest = stack.dashes(prefix)
    found = _KEY.fullmatch(rest)
    if found is not None and (found["value"] is not None or rest.endswith(" ")):
        stack.key(indent, found["key"])
        return _value(stack, found["value"] or "", indent)
    if not _PARTIAL.fullmatch(rest):
        return None
    stack.close(indent)
    taken = frozenset(_siblings(lines, line, indent))
    return YamlPlace(stack.path, "key", rest, indent, taken)


def _value(stack: _Stack, typed: str, indent: int) -> YamlPlace | None:
    return YamlPlace(stack.path, "value", typed, indent) if _PARTIAL.fullmatch(typed) else None


class _Stack:
    """The keys and items that are open, each with its column."""

    def __init__(self) -> None:
        self._open: list[tuple[int, Segment]] = []
        self._text: int | None = None  # the column of a key whose value is a block of text

    @property
    def path(self) -> tuple[Segment, ...]:
        return tuple(segment for _, segment in self._open)

    def take(self, line: str) -> None:
        if not line.strip() or line.lstrip().startswith("#") or self.in_text(line):
            return
        self._text = None
        indent, rest = self.dashes(line)
        found = _KEY.match(rest)
        if found is None:
            return
        self.key(indent, found["key"])
        if _SCALAR.fullmatch(found["value"] or ""):
            self._text = indent

    def in_text(self, line: str) -> bool:
        """Whether the line belongs to a block of text."""
        return self._text is not None and _indent(line) > self._text

    def dashes(self, line: str) -> tuple[int, str]:
        """The column and the text behind the dashes of a line; each opens an item."""
        indent, rest = _indent(line), line.lstrip(" ")
        while rest == "-" or rest.startswith("- "):
            self.close(indent, keeps_key=True)
            self._open.append((indent, ITEM))
            behind = rest[1:].lstrip(" ")
            indent, rest = indent + len(rest) - len(behind), behind
        return indent, rest

    def key(self, indent: int, name: str) -> None:
        self.close(indent)
        self._open.append((indent, name.strip("\"'")))

    def close(self, indent: int, *, keeps_key: bool = False) -> None:
        """Leave what ends at this column; a list may stand right below its key."""
        while self._open and self._open[-1][0] >= indent:
            column, segment = self._open[-1]
            if keeps_key and column == indent and segment is not ITEM:
                return
            self._open.pop()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _siblings(lines: list[str], line: int, indent: int) -> Iterable[str]:
    """The other keys of the mapping that has its keys at this column."""
    if not lines[line].lstrip(" ").startswith("-"):  # else this line begins the mapping
        yield from _keys(reversed(lines[:line]), indent, upwards=True)
    yield from _keys(lines[line + 1 :], indent, upwards=False)


def _keys(lines: Iterable[str], indent: int, *, upwards: bool) -> Iterable[str]:
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        _, rest = _Stack().dashes(line)
        column = len(line) - len(rest)
        begins = rest != line.lstrip(" ")  # the first key of an item of a list
        if column < indent or (begins and not upwards):
            return
        found = _KEY.match(rest) if column == indent else None
        if found is not None:
            yield found["key"].strip("\"'")
        if begins and column == indent:
            return
