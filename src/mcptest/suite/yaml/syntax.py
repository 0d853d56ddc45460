"""Errors of the YAML parser, translated into messages that say what to do."""

from __future__ import annotations

import re
from typing import Any

from mcptest.errors import Problem
from mcptest.suite.yaml.node import SourceFile, pack, split_lines, unpack

# All but c-printable of YAML 1.2, section 5.1.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_VARIABLE = re.compile(r"\$\{[^{}]*\}")
# The parser's words, and what they usually mean.
_MEANINGS = (
    ("mapping values are not allowed", "unexpected `:`; quote text that contains `: `"),
    ("found unexpected end of stream", "a quote or bracket is not closed"),
    ("did not find expected ',' or ']'", "a `[` is not closed, or a comma is missing"),
    ("did not find expected ',' or '}'", "a `{` is not closed, or a comma is missing"),
    ("did not find expected '-' indicator", "check the indentation: this line is outside the list"),
    ("did not find expected key", "check the indentation of this line and the one before"),
    ("could not find expected ':'", "a key needs a `:` and a space after it"),
    ("found character that cannot start", "quote text that begins with this character"),
    ("found unknown escape character", "use single quotes to keep a backslash as it is"),
    ("undefined alias", "define the anchor first"),
)


def explain_syntax(error: Any, source: SourceFile, kind: str) -> Problem:
    """One problem for an exception of the parser."""
    mark = _mark(error)
    if mark is None:
        return _unprintable(error, source, kind)
    line, column, _ = unpack(source.within(pack(mark.line, mark.column)))
    if "\t" in _indent(source.line(line)) and column <= len(_indent(source.line(line))):
        span = pack(line, source.line(line).index("\t"))
        return Problem(
            f"{kind}-tab",
            "a tab is used for indentation; YAML requires spaces",
            source.locate(span),
            "replace the tab with spaces",
        )
    said = getattr(error, "problem", None) or "this is not valid YAML"
    context = getattr(error, "context", None)
    message = f"{said} ({context})" if context else str(said)
    hint = _unquoted(source.line(line), column)
    hint = hint or next((hint for words, hint in _MEANINGS if words in said), None)
    return Problem(f"{kind}-syntax", message, source.locate(pack(line, column)), hint)


def _unquoted(line: str, column: int) -> str | None:
    """A variable inside ``{…}`` or ``[…]`` begins a mapping there, unless it is quoted."""
    found = _VARIABLE.match(line, column - 1) if column else None
    return f'quote the variable: "{found[0]}"' if found else None


def _mark(error: Any) -> Any:
    """Where to look; for what never ends, where it began."""
    began = getattr(error, "context_mark", None)
    if began is not None and "end of stream" in str(getattr(error, "problem", "")):
        return began
    return getattr(error, "problem_mark", None) or began


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unprintable(error: Any, source: SourceFile, kind: str) -> Problem:
    """The reader stumbles over a character before there is a line to name."""
    text = source.text
    found = _UNPRINTABLE.search(text)
    at = found.start() if found else 0
    before = split_lines(text[:at])
    span = pack(len(before) - 1, len(before[-1]))
    char = f"the character U+{ord(text[at]):04X}" if found else "a character"
    reason = getattr(error, "reason", None) or str(error)
    message = f"{char} is not allowed in YAML: {reason}"
    where = source.locate(span)
    return Problem(f"{kind}-syntax", message, where, "write it as an escape in double quotes")
