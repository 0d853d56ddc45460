"""Find text that a reviewer does not see: comments, hidden elements, distant lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcptest.model.record import record

_HIDDEN: Final = re.compile(
    r"<!--(?P<comment>.{1,4000}?)-->"
    r"|\[//\]:\s?\#\s?[(\"'](?P<reference>[^\n]{1,2000}?)[)\"'](?=\n|$)"
    r"|<(?P<tag>span|div|p|font)\b[^>\n]{0,200}(?:display:\s?none|visibility:\s?hidden|font-size:\s?0"
    r"|\bhidden\b)[^>\n]{0,100}>(?P<element>.{1,4000}?)</(?P=tag)>"
    r"|\x1b\[(?:\d+;)*8m(?P<concealed>.{1,2000}?)(?:\x1b\[|$)"
    r"|(?:[ \t\u00a0]{200,}|(?:[ \t]*\n){40,})(?P<distance>\S.{0,4000})",
    re.DOTALL,
)
_NAMES: Final = {
    "comment": "an HTML comment",
    "reference": "a Markdown comment",
    "element": "a hidden HTML element",
    "concealed": "a terminal code that conceals text",
    "distance": "a long run of blanks",
}


@record
class HiddenPart:
    """``how`` names what hides it; the offsets are those of the whole construct."""

    how: str
    text: str
    start: int
    end: int


def hidden_parts(text: str) -> list[HiddenPart]:
    if not ("<" in text or "[//]" in text or "\x1b" in text or len(text) > 200 or "\n\n" in text):  # noqa: PLR2004
        return []
    return list(_found(text))


def _found(text: str) -> Iterator[HiddenPart]:
    for match in _HIDDEN.finditer(text):
        for name, how in _NAMES.items():
            if match[name] is not None:
                yield HiddenPart(how, match[name], match.start(), match.end())


def without_parts(text: str, parts: list[HiddenPart]) -> str:
    """The text with those parts blanked out, at the same length."""
    for part in parts:
        text = text[: part.start] + " " * (part.end - part.start) + text[part.end :]
    return text
