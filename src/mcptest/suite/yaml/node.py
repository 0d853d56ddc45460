"""The tree of a YAML file, in which every value knows its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Final, NamedTuple, TypeAlias

from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.record import record

Scalar: TypeAlias = None | bool | int | float | str
Value: TypeAlias = "Scalar | list[Node] | dict[str, Node]"

# The breaks by which libyaml counts lines.
_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class SpanParts(NamedTuple):
    """A place inside one source, counted from zero as the parser does."""

    line: int
    column: int
    width: int


# The three numbers of a place in one that is small to keep: a large suite has half a million.
Span: TypeAlias = int


def pack(line: int, column: int, width: int = 1) -> Span:
    """A place as one number; what is absurdly far to the right or wide is cut."""
    if column > _MOST_COLUMNS or width > _MOST_WIDTH:
        column, width = min(column, _MOST_COLUMNS), min(width, _MOST_WIDTH)
    return line << 34 | column << 14 | width


def unpack(span: Span) -> SpanParts:
    return SpanParts(span >> 34, span >> 14 & _MOST_COLUMNS, span & _MOST_WIDTH)


_MOST_COLUMNS: Final = (1 << 20) - 1
_MOST_WIDTH: Final = (1 << 14) - 1
START: Final = pack(0, 0)


def split_lines(text: str) -> list[str]:
    """The lines as the parser counts them; there is always one."""
    return _BREAK.split(text)


@record
class SourceFile:
    """One text: its name as a person knows it, the folder it lies in, and its lines."""

    name: str
    folder: str = "."
    text: str = field(default="", repr=False)
    _lines: list[str] = field(default_factory=list, repr=False, compare=False)

    def line(self, number: int) -> str:
        """The text of one line, counted from zero; empty past the end."""
        if not self._lines:
            self._lines.extend(split_lines(self.text))
        return self._lines[number] if number < len(self._lines) else ""

    def locate(self, span: Span) -> Location:
        line = span >> 34  # as ``unpack`` does it, for two places of every test
        column = (span >> 14 & _MOST_COLUMNS) + 1
        return Location(self.name, line + 1, column, span & _MOST_WIDTH, self.line(line))

    def within(self, span: Span) -> Span:
        """The same place, or the end of the text where the parser counted past it."""
        self.line(0)
        last = len(self._lines) - 1
        return span if unpack(span).line <= last else pack(last, len(self._lines[last]))


@record(frozen=False)  # never changed; a large suite has a hundred thousand, at half the cost
class Node:
    """A value and where it stands; ``text`` is a plain scalar as it was written.

    ``loose`` marks text that a variable stood for: it may still be read as a number.
    Lists and dicts inside are shared between aliases and must not be changed.
    """

    value: Value
    source: SourceFile
    span: Span = START
    key_span: Span | None = None
    text: str | None = None
    loose: bool = False

    @classmethod
    def of(cls, value: Json, *, source: SourceFile | None = None, span: Span | None = None) -> Node:
        """A tree for data that nobody wrote into a file; all of it at one place."""
        source = source or SourceFile("<data>")
        span = span or START
        inner: Value
        if isinstance(value, list):
            inner = [cls.of(item, source=source, span=span) for item in value]
        elif isinstance(value, dict):
            inner = {key: cls.of(item, source=source, span=span) for key, item in value.items()}
        else:
            inner = value
        return cls(inner, source, span)

    @property
    def where(self) -> Location:
        return self.source.locate(self.span)

    @property
    def key_where(self) -> Location:
        """The place of the key that names this value; of the value where there is none."""
        return self.source.locate(self.key_span or self.span)

    def plain(self) -> Json:
        """The value alone."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value

    def get(self, key: str) -> Node | None:
        """The member of an object; None if it is missing or this is not an object."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def items(self) -> list[tuple[str, Node]]:
        return list(self.value.items()) if isinstance(self.value, dict) else []

    def __iter__(self) -> Iterator[Node]:
        """The items of a list; nothing for anything else."""
        return iter(self.value if isinstance(self.value, list) else ())

    def with_value(self, value: Value, *, loose: bool = False) -> Node:
        """The same place with another value."""
        return replace(self, value=value, text=None, loose=loose)
