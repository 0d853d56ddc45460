"""A JSON file with its text, value and places, read strictly and within limits."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from mcptest.errors import FileProblemsError, Problem
from mcptest.lint.json_text.spans import DEEPEST, MOST_DIGITS, ScanError, scan_document
from mcptest.lint.subject import nesting
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.reading import CannotReadError, read_whole
from mcptest.strict_json import strict_decoder

LARGEST: Final = 16 * 1024 * 1024
_LONGEST_LINE: Final = 400
_LONE_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_BOM: Final = "\ufeff"


@record
class Document:
    """``text`` is the file without its byte order mark; ``bom`` is the mark, if there was one."""

    path: str
    text: str
    value: Json
    bom: str = ""
    _lines: list[int] = field(default_factory=list)

    def location(self, start: int, end: int) -> Location:
        """An offset as line and column, with the line where it is short enough to show."""
        if not self._lines:  # the end counts as a break, so that one long line is searched once
            self._lines.extend(_breaks(self.text))
        return locate(self.path, self.text, start, end, self._lines)


def locate(path: str, text: str, start: int, end: int, lines: list[int] | None = None) -> Location:
    breaks = _breaks(text) if lines is None else lines
    line = bisect_right(breaks, start)
    begin = breaks[line - 1] if line else 0
    stop = breaks[line] - 1
    shown = text[begin:stop].rstrip("\r") if stop - begin <= _LONGEST_LINE else ""
    width = max(1, min(end, stop) - start)
    return Location(path, line + 1, start - begin + 1, width, shown)


def _breaks(text: str) -> list[int]:
    """Where lines begin after the first, and one place behind the end."""
    return [*(found.end() for found in re.finditer("\n", text)), len(text) + 1]


def read_document(path: str | Path) -> Document:
    """Read and parse a file.

    Raises: FileProblemsError, with the place where there is one.
    """
    name = str(path)
    raw = _bytes(Path(path))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as trouble:
        before = raw[: trouble.start].decode("utf-8")
        where = locate(name, before, len(before), len(before))
        _refuse("json-encoding", f"{name} is not UTF-8", where, "Save the file as UTF-8.")
    return parse_document(name, text)


def parse_document(name: str, text: str) -> Document:
    """Parse a text as one strict JSON value.

    Raises: FileProblemsError.
    """
    bom = _BOM if text.startswith(_BOM) else ""
    text = text[len(bom) :]
    if not text.strip():
        _refuse("json-empty", f"{name} is empty", None, "Save a tools/list answer into it.")
    try:
        value = _decode(text)
    except (ValueError, RecursionError):
        _complain(name, text)
    if nesting(value) > DEEPEST:
        _complain(name, text)
    return Document(name, text, value, bom)


def _bytes(path: Path) -> bytes:
    try:
        return read_whole(path, limit=LARGEST)
    except CannotReadError as trouble:
        where = Location(str(path), 1, 1)
        if trouble.too_large:
            limit = LARGEST // (1024 * 1024)
            message = f"{path} is larger than {limit} MiB, the most that one message may have"
            _refuse("file-too-large", message, where, "Is this the right file?")
        _refuse(
            "file-unreadable", trouble.about(path), where, "Check the path and its permissions."
        )


def _decode(text: str) -> Json:
    """The fast way; whatever it stumbles over is read again by the scanner, which knows places."""
    if _LONE_SURROGATE.search(text):  # or a backslash that is escaped: the scanner knows
        scan_document(text)
    value: Json = strict_decoder(digits=MOST_DIGITS).decode(text)
    return value


def _complain(name: str, text: str) -> NoReturn:
    looks = partial(_refuse, hint=_guess(text))
    try:
        scan_document(text)
    except ScanError as trouble:
        where = locate(name, text, trouble.offset, trouble.offset + 1)
        looks(trouble.code, f"{name} is not valid JSON: {trouble.message}", where)
    looks("json-syntax", f"{name} is not valid JSON", None)


def _guess(text: str) -> str:
    head = text.lstrip()[:1]
    if head in {"{", "["}:
        return "Save the tools/list answer again, for example with `mcptest tools --save`."
    if re.search(r"^(servers?|tools|imports|variables)\s*:", text, re.MULTILINE):
        return "It looks like a suite; `mcptest validate` and `mcptest run` read those."
    return "A catalog is a JSON file, for example from `mcptest tools --save`."


def _refuse(code: str, message: str, where: Location | None, hint: str) -> NoReturn:
    raise FileProblemsError([Problem(code, message, where, hint)])
