"""Find the arguments that a description documents: ``Args:`` blocks and ``:param name:``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_HEADING: Final = re.compile(r"^(\s*)(?:Args|Arguments|Parameters|Params):\s*$")
_ENTRY: Final = re.compile(
    r"^\s*(?P<bullet>[-*•]\s+)?[`*]{0,2}(?P<name>[A-Za-z_]\w*)[`*]{0,2}\s*(?:\([^)]*\))?\s*:(?:\s|$)"
)
_FIELD: Final = re.compile(r"^\s*:param\s+(?:\w+\s+)?(\w+)\s*:", re.MULTILINE)


def listed_arguments(description: str) -> list[str]:
    """Names in the order of the text, each once."""
    names = [*_FIELD.findall(description), *_blocks(description.splitlines())]
    return list(dict.fromkeys(names))


def _blocks(lines: list[str]) -> Iterator[str]:
    """Entries right below a heading; what is indented further is their explanation."""
    heading: int | None = None
    entries: int | None = None
    for line in lines:
        found = _HEADING.match(line)
        if found:
            heading, entries = len(found[1]), None
        elif line.strip() and heading is not None:
            entry = _ENTRY.match(line)
            indent = len(line) - len(line.lstrip())
            if indent < heading or (indent == heading and not (entry and entry["bullet"])):
                heading = None
                continue
            entries = indent if entries is None else entries
            if entry and indent == entries:
                yield entry["name"]
