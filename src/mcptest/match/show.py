"""Show values in messages: short ones in full, long ones as a difference."""

from __future__ import annotations

import json
from itertools import islice
from typing import Final

from mcptest.model.json import MISSING, Json, MaybeJson

SHORT: Final = 80
MAX_TEXT: Final = 64 * 1024
MAX_LINES: Final = 400


def short(value: MaybeJson) -> str:
    """A value on one line, cut to what a sentence can carry."""
    if value is MISSING:
        return "nothing"
    text = render(value, indent=None)
    if len(text) <= SHORT:
        return text
    end = '…"' if isinstance(value, str) else "…"
    return text[: SHORT - len(end)].rstrip("\\") + end


def render(value: MaybeJson, *, indent: int | None = 2) -> str:
    """A value as JSON; one that is nested too deeply is named rather than shown."""
    try:
        return json.dumps(value, ensure_ascii=False, indent=indent, sort_keys=True, default=str)
    except (RecursionError, ValueError):
        return "<nested too deeply to show>"


def difference(wanted: Json, found: Json) -> str | None:
    """A unified difference where the values are too long to compare by eye."""
    if all(len(render(value, indent=None)) < SHORT for value in (wanted, found)):
        return None
    from difflib import unified_diff

    left, right = _lines(wanted), _lines(found)
    changes = unified_diff(left, right, "expected", "actual", lineterm="", n=3)
    lines = list(islice(changes, MAX_LINES + 1))
    if len(lines) > MAX_LINES:
        lines[MAX_LINES:] = ["… (more differences are not shown)"]
    return "\n".join(lines) or None


def _lines(value: Json) -> list[str]:
    """The lines to compare, bounded: comparing is quadratic in the worst case."""
    text = value if isinstance(value, str) else render(value)
    cut = text[:MAX_TEXT].split("\n")
    lines = cut[:MAX_LINES]
    if len(text) > MAX_TEXT or len(cut) > MAX_LINES:
        lines.append(f"… ({len(text):,} characters in all)")
    return lines
