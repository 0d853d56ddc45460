"""A place inside a value as people write it: ``tools[0].inputSchema.type``."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLAIN = re.compile(r"[A-Za-z_$][\w$-]*\Z")


def field_text(steps: Iterable[str | int]) -> str:
    """Members joined by dots, items and odd names in brackets."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN.match(step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]' if text else step
    return text


def dotted(pointer: str) -> str:
    """A JSON pointer as such a text."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    return field_text(int(part) if part.isdigit() else part for part in parts)
