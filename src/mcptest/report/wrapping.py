"""Wraps a text report to the width of a terminal, with every line under its own beginning."""

from __future__ import annotations

import re
from textwrap import wrap

_NARROWEST = 60
_PAINTED = re.compile(r"(\x1b\[\d+m)([^\x1b]*)(\x1b\[0m)")
_PAINT = re.compile(r"\x1b\[\d+m")
# People copy commands, read messages as they were sent, and see code as it is written.
_WHOLE = re.compile(
    r"\s*(?:reproduce|request|headers|response|message|expected|actual): "
    r"|\s*= see |\s*\d* \| |\s{6}"
)
# Below what the rest of a line continues: a row of a table, advice, a list of problems.
_HANGING = re.compile(
    r"\s+\d+ (?:rules?|tools?) +"  # what was not tested
    r"|  (?:[a-z]+ )?[a-z]+ {2,}"  # a stage of an audit
    r"|\s*= |(?:pass|FAIL|warn|skip|ERROR) +|note: "
)


def wrap_lines(text: str, width: int) -> str:
    """The same text; a line that fits, or that must not be broken, stays as it is."""
    width = max(width, _NARROWEST)
    return "\n".join(part for line in text.split("\n") for part in _wrapped(line, width))


def _wrapped(line: str, width: int) -> list[str]:
    if whole := _PAINTED.fullmatch(line):  # a title, painted from its beginning to its end
        first, *rest = _wrapped(whole[2], width)
        lines = [f"{whole[1]}{first}", *rest]
        return [*lines[:-1], f"{lines[-1]}{whole[3]}"]
    plain = _PAINT.sub("", line)
    if len(plain) <= width or _WHOLE.match(plain):
        return [line]
    row = _HANGING.match(plain)
    indent = len(row.group()) if row else len(plain) - len(plain.lstrip()) + 2
    paint = len(line) - len(plain)  # takes no room, wherever it stands
    return wrap(
        line,
        width + paint,
        subsequent_indent=" " * min(indent, width // 3),
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
