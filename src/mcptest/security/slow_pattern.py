"""Find patterns that backtrack without end by their structure, and prove it in a bounded run."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import lru_cache
from typing import Any, Final

_NESTED: Final = re.compile(r"[+*}]\)?[^()|]{0,20}\)[+*{]|\([^()]*\|[^()]*\)[+*]")
_SECONDS: Final = 1.0
_LONGEST: Final = 500
_MANY: Final = 20
_PROGRAM: Final = (
    "import re,sys;p=re.compile(sys.argv[1]);[p.search(c*28+'\\x00!') for c in sys.argv[2]]"
)


@lru_cache(maxsize=256)
def is_slow(pattern: str) -> bool:
    """Whether some short text keeps the pattern busy for longer than the limit."""
    if len(pattern) > _LONGEST or not _NESTED.search(pattern) or not _nests(pattern):
        return False
    letters = "a0 -" + "".join(dict.fromkeys(c for c in pattern if c.isalnum()))[:6]
    try:
        subprocess.run(
            [sys.executable, "-I", "-S", "-c", _PROGRAM, pattern, letters],
            timeout=_SECONDS + 0.5,
            capture_output=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return False


def _nests(pattern: str) -> bool:
    """An unbounded repetition inside of another one, or of a choice."""
    try:
        parsed = re._parser.parse(pattern)  # noqa: SLF001
    except (re.error, RecursionError, OverflowError):
        return False
    return _search(parsed, inside=False)


def _search(node: Any, *, inside: bool) -> bool:
    return any(_is_nested(str(operator), argument, inside=inside) for operator, argument in node)


def _is_nested(name: str, argument: Any, *, inside: bool) -> bool:
    if name in {"MAX_REPEAT", "MIN_REPEAT"}:
        unbounded = int(argument[1]) > _MANY
        return (unbounded and inside) or _search(argument[2], inside=inside or unbounded)
    if name == "SUBPATTERN":
        return _search(argument[3], inside=inside)
    if name == "BRANCH":
        return inside or any(_search(part, inside=False) for part in argument[1])
    return False
