"""Parse durations such as ``250ms``, ``30s`` and ``2m``; a plain number is seconds."""

from __future__ import annotations

import math
import re
from typing import Final

LONGEST: Final = 24 * 60 * 60
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "": 1.0}
_WRITTEN = re.compile(r"(?P<number>[0-9]{1,12}(?:\.[0-9]{1,12})?)\s?(?P<unit>[a-zA-Z]*)")


def parse_duration(written: str | float, *, zero: bool = False) -> float:
    """Seconds; with ``zero``, none at all is allowed too.

    Raises: ValueError that says what is allowed.
    """
    seconds = _seconds(written) if isinstance(written, str) else float(written)
    if not math.isfinite(seconds) or seconds < 0 or (seconds == 0 and not zero):
        raise ValueError(
            f"{written} is not a valid duration; expected more than 0 and at most 24 hours"
        )
    if seconds > LONGEST:
        raise ValueError(f"{written} is longer than the maximum of 24 hours")
    return seconds


def _seconds(text: str) -> float:
    found = _WRITTEN.fullmatch(text.strip())
    if found is None:
        raise ValueError(f'"{text[:40]}" is not a valid duration; write it as 250ms, 30s or 2m')
    unit = found["unit"]
    if unit not in _UNITS:
        raise ValueError(f'"{unit[:20]}" is not a unit of time; write 250ms, 30s or 2m')
    return float(found["number"]) * _UNITS[unit]
