"""Whether a server says that it does not know a tool, although it lists the tool."""

from __future__ import annotations

import re

_BEFORE = r"\b(?:unknown|unrecognized|no such|nonexistent|undefined) tool\b(?: name\b)?"
_AFTER = (
    r"(?:is |was )?(?:unknown|unrecognized|not (?:found|registered|known|recognized)"
    r"|does not exist|doesn't exist)\b"
)
_QUOTES = r"[\s:'\"`]*"


def is_said_unknown(name: str, text: str) -> bool:
    """The name must stand beside the words: a tool may not find something else."""
    tool = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
    said = rf"(?i:{_BEFORE}){_QUOTES}{tool}|(?i:\btool\b){_QUOTES}{tool}{_QUOTES}(?i:{_AFTER})"
    return re.search(said, text) is not None
