"""Fuzzing options and their defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DEFAULT_CASES: Final = 100
DEFAULT_SEED: Final = 1
DEFAULT_CALL: Final = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class FuzzOptions:
    """The ``fuzz:`` block as written."""

    seed: int = DEFAULT_SEED
    cases: int = DEFAULT_CASES
    max_call_ms: float = DEFAULT_CALL * 1000
