"""The environment variables that mcptest reads, and a warning about unknown ones."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

DEBUG: Final = "MCPTEST_DEBUG"
KNOWN: Final = (DEBUG,)
_PREFIX: Final = "MCPTEST_"


def warn_of_unknown(environ: Mapping[str, str]) -> None:
    """Warn on standard error about ``MCPTEST_`` variables that mcptest does not read."""
    for name in sorted(name for name in environ if name.startswith(_PREFIX) and name not in KNOWN):
        near = get_close_matches(name, KNOWN, n=1, cutoff=0.7)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(KNOWN)}"
        sys.stderr.write(f"warning: unknown environment variable {ascii(name)[1:-1]}; {hint}\n")
