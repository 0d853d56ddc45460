"""Close file descriptors that a fork inherits."""

from __future__ import annotations

import os


def close_all_but(*kept: int) -> None:
    """What we inherited belongs to others, who wait for its end."""
    low = 0
    for descriptor in sorted(kept):
        if low < descriptor:  # closerange(0, 0) closes everything
            os.closerange(low, descriptor)
        low = descriptor + 1
    os.closerange(low, os.sysconf("SC_OPEN_MAX"))
