"""Escape control characters in untrusted text, for terminals and logs."""

from __future__ import annotations

import re
from functools import cache

# C0 except newline and tab, DEL, C1, characters that reorder, hide or tag text, noncharacters.
_HIDDEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Replace control, direction and zero-width characters by escapes such as ``\x1b``."""
    return text if text.isprintable() else _hidden().sub(_escape, text)


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(_HIDDEN)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:  # noqa: PLR2004
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004


def one_line(text: str, *, limit: int = 200) -> str:
    """The same on a single line, cut with the full length named."""
    flat = visible(text.replace("\n", "\\n").replace("\t", "\\t"))
    if len(flat) <= limit:
        return flat
    return f"{flat[:limit]}… ({len(text)} characters)"


def last_lines(text: str, *, most: int = 12) -> str:
    """The end of a log, each line made visible and cut; empty where there is nothing to read."""
    return "\n".join(one_line(line) for line in text.strip().splitlines()[-most:])
