"""JSON as editors write it: with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Final

_STRING: Final = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT: Final = re.compile(_STRING + r"|//[^\n]*|/\*.*?\*/", re.DOTALL)
_COMMA: Final = re.compile(_STRING + r"|[\[{,]\s*,|,(?=\s*[}\]])")  # one without a value stays
_VISIBLE: Final = re.compile(r"[^\r\n]")
_SPACE: Final = re.compile(r"\s*")


def plain_json(text: str) -> str:
    """The same text with spaces in place of what JSON does not allow; all else stays in place."""
    return _COMMA.sub(_blank, _COMMENT.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    keep = found[0] != "," and found[0][0] in '"[{,'
    return found[0] if keep else _VISIBLE.sub(" ", found[0])


def member_spans(plain: str, start: int = 0) -> dict[str, tuple[int, int]]:
    """Where each value of the object that begins at ``start`` lies; the text is valid JSON."""
    decoder, found = json.JSONDecoder(), {}
    at = _skip(plain, _skip(plain, start) + 1)
    while plain[at] != "}":
        if plain[at] == ",":
            at = _skip(plain, at + 1)
        key, at = decoder.raw_decode(plain, at)
        begin = _skip(plain, _skip(plain, at) + 1)
        end = decoder.raw_decode(plain, begin)[1]
        found[key] = (begin, end)
        at = _skip(plain, end)
    return found


def _skip(text: str, at: int) -> int:
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches everywhere
