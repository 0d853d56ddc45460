"""Names and sentences as words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mcptest.safety.words import plain_words

# Scripts that are written without spaces: a word has about two characters.
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_FILLER: Final = frozenset(
    {"a", "an", "the", "this", "that", "tool", "function", "method", "mcp", "to", "of", "for", "is"}
)

MUTATING: Final = frozenset(
    {
        "add",
        "create",
        "insert",
        "patch",
        "post",
        "put",
        "send",
        "set",
        "update",
        "upload",
        "write",
    }
)
DESTRUCTIVE: Final = frozenset(
    {"delete", "destroy", "drop", "erase", "kill", "purge", "remove", "revoke", "wipe"}
)
READING: Final = frozenset(
    {
        "check",
        "count",
        "describe",
        "fetch",
        "find",
        "get",
        "inspect",
        "list",
        "lookup",
        "query",
        "read",
        "search",
        "show",
        "view",
    }
)


@lru_cache(maxsize=1024)
def fold(name: str) -> str:
    """What is left of a name for a host that ignores case and punctuation."""
    return "".join(filter(str.isalnum, name.casefold()))


def telling_words(text: str) -> list[str]:
    """The words of a sentence that carry meaning."""
    return [word for word in plain_words(text) if word not in _FILLER]


@lru_cache(maxsize=64)
def count_words(text: str) -> int:
    """Words, also in scripts that put no space between them."""
    unspaced = len(_UNSPACED.findall(text))
    return len(re.findall(r"\w+", _UNSPACED.sub(" ", text))) + (unspaced + 1) // 2


def first_word(name: str) -> str:
    """The verb of a tool's name, where it begins with one."""
    words = plain_words(name)
    return words[0] if words else ""
