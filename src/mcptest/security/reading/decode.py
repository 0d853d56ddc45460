"""Text that was encoded so that a reviewer does not read it."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import unquote

from mcptest.model.record import record

_ENCODED: Final = re.compile(
    r"(?P<escape>(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}){10,})"
    r"|(?P<percent>(?:%[0-9a-fA-F]{2}|[A-Za-z0-9._~-](?=[^%\s]{0,12}%[0-9a-fA-F]{2})){20,}[\w.%-]*)"
    r"|(?P<entity>(?:&\#(?:\d{2,3}|x[0-9a-fA-F]{2});){10,})"
    r"|(?P<hex>\b(?:[0-9a-fA-F]{2}[ :]?){30,}\b)"
    r"|(?P<base64>(?<![\w+/=-])(?:[A-Za-z0-9+/_-]{4}){10,}(?:[A-Za-z0-9+/_-]{2,4}={0,2})?)"
)
_LONGEST: Final = 20_000
_LEAST: Final = 12


@record
class Decoded:
    """``how`` names the encoding; the offsets are those of the encoded text."""

    how: str
    text: str
    start: int
    end: int


def find_encoded(text: str) -> Iterator[Decoded]:
    """What decodes to printable words."""
    if len(text) < 40:  # noqa: PLR2004
        return
    for found in _ENCODED.finditer(text[:_LONGEST]):
        how = found.lastgroup or ""
        words = _DECODERS[how](found.group())
        if words is not None and _reads_as_words(words):
            yield Decoded(how, words, found.start(), found.end())


def _base64(text: str) -> str | None:
    body = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return None


def _hex(text: str) -> str | None:
    try:
        return bytes.fromhex(re.sub(r"[ :]", "", text)).decode()
    except ValueError:
        return None


def _escape(text: str) -> str | None:
    numbers = re.findall(r"\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})", text)
    return "".join(chr(int(short or long, 16)) for short, long in numbers)


def _reads_as_words(text: str) -> bool:
    printable = all(c.isprintable() or c in "\n\t" for c in text)
    return printable and len(text) >= _LEAST and " " in text.strip()


_DECODERS: Final[dict[str, Callable[[str], str | None]]] = {
    "base64": _base64,
    "hex": _hex,
    "escape": _escape,
    "percent": unquote,
    "entity": html.unescape,
}
