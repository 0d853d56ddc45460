"""The variables that we read ourselves, and a word about one that is misspelt."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

DEBUG: Final = "MCPTEST_DEBUG"
KNOWN: Final = (DEBUG,)
_PREFIX: Final = "MCPTEST_"


def warn_of_unknown(environ: Mapping[str, str]) -> None:
    """Say on standard error which of our variables nobody reads."""
    for name in sorted(name for name in environ if name.startswith(_PREFIX) and name not in KNOWN):
        near = get_close_matches(name, KNOWN, n=1, cutoff=0.7)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(KNOWN)}"
        sys.stderr.write(f"warning: the variable {ascii(name)[1:-1]} means nothing; {hint}\n")
