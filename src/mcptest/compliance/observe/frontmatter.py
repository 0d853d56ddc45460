"""The YAML at the beginning of a SKILL.md."""

from __future__ import annotations

import re
from typing import Final

from mcptest.errors import FileProblemsError
from mcptest.model.json import Json, JsonObject
from mcptest.suite.yaml.source import parse_source

_BLOCK: Final = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_LONGEST: Final = 64 * 1024


def read_frontmatter(text: str) -> JsonObject | None:
    """The members of the block; None where there is none, or it cannot be read."""
    block = _BLOCK.match(text)
    if block is None or len(block[1]) > _LONGEST:
        return None
    try:
        found = parse_source(block[1], name="SKILL.md").plain()
    except FileProblemsError:
        return None
    return found if isinstance(found, dict) else None


def agree(one: Json, other: Json) -> bool:
    """Whether two readings of the same YAML say the same; readers differ on types of scalars."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return False
    return _scalar(one) == _scalar(other)


def _scalar(value: Json) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    return " ".join(str("" if value is None else value).split()).lower()
