"""Whether the session ids of a server can be guessed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_UUID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE
)
_STEP: Final = 1000
_NUMBER: Final = re.compile(r"\d+")
_LEAST_BITS: Final = 64
_ENOUGH: Final = 3
_CLASSES: Final = (
    (re.compile(r"[0-9]+\Z"), 10),
    (re.compile(r"[0-9a-f]+\Z|[0-9A-F]+\Z"), 16),
    (re.compile(r"[0-9a-z]+\Z|[0-9A-Z]+\Z"), 36),
    (re.compile(r"[0-9A-Za-z]+\Z"), 62),
)


def weak_ids(ids: Sequence[str]) -> str | None:
    """Why they are weak; None where they are not, or where there are too few to tell."""
    if len(ids) < _ENOUGH:
        return None
    if len(set(ids)) < len(ids):
        return "an id was given to two sessions"
    if all(_UUID.fullmatch(one) for one in ids):
        return None if all(one[14] in "4567" for one in ids) else "UUIDs without random bits"
    if _counts_up(ids):
        return "the ids are counted up"
    bits = min(map(_bits, _random_parts(ids)))
    return f"an id has at most {bits:.0f} random bits" if bits < _LEAST_BITS else None


def _counts_up(ids: Sequence[str]) -> bool:
    """Equal but for one number, and that number grows by a little each time."""
    shapes = {_NUMBER.sub("#", one) for one in ids}
    if len(shapes) != 1:
        return False
    rows = [list(map(int, _NUMBER.findall(one))) for one in ids]
    moving = [column for column in zip(*rows, strict=True) if len(set(column)) > 1]
    steps = [b - a for a, b in pairwise(moving[0])] if len(moving) == 1 else [0]
    return all(0 < step < _STEP for step in steps)


def _random_parts(ids: Sequence[str]) -> list[str]:
    """Without the beginning that all of them share."""
    shared = 0
    while shared < min(map(len, ids)) and len({one[shared] for one in ids}) == 1:
        shared += 1
    return [one[shared:] for one in ids]


def _bits(part: str) -> float:
    size = next((size for pattern, size in _CLASSES if pattern.match(part)), 64)
    return len(part) * math.log2(size)
