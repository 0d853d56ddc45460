"""``approx``: a number near another."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from mcptest.match.argument import number_argument
from mcptest.match.containment import absent
from mcptest.match.matcher import Check, MatchContext, Matcher, Mismatch
from mcptest.match.show import short
from mcptest.model.json import MISSING, Json, MaybeJson, json_type

_PERCENT = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,9})?)\s?%")
Comparison: TypeAlias = Callable[[MaybeJson, MatchContext], Mismatch | None]
_DEFAULT: Final = 1e-6


def _bind(wants: Json) -> Check:
    if isinstance(wants, dict):
        if wants.keys() - {"value", "tolerance"} or "value" not in wants:
            raise ValueError(f"expected value and tolerance, got {short(wants)}")
        value, allowed = wants["value"], wants.get("tolerance")
    else:
        value, allowed = wants, None
    wanted = number_argument(value, "value")
    return Check("approx", wants, _comparing(wanted, _margin(wanted, allowed)))


def _comparing(wanted: float, margin: float) -> Comparison:
    def compare(value: MaybeJson, _context: MatchContext) -> Mismatch | None:
        if value is MISSING:
            return absent()
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Mismatch(f"is the {json_type(value)} {short(value)}, not a number")
        if _near(value, wanted, margin):
            return None
        return Mismatch(f"is {short(value)}, not within {margin:g} of {short(wanted)}")

    return compare


def _near(value: float, wanted: float, margin: float) -> bool:
    try:
        # The product's last digits are lost in binary; 0.3 is within 0.1 of 0.2.
        return abs(value - wanted) <= margin * (1 + 1e-9)
    except OverflowError:
        return False


def _margin(value: float, allowed: Json) -> float:
    if allowed is None:
        return abs(value) * _DEFAULT
    percent = _PERCENT.fullmatch(allowed) if isinstance(allowed, str) else None
    if percent:
        return abs(value) * float(percent[1]) / 100
    if isinstance(allowed, bool) or not isinstance(allowed, int | float) or allowed < 0:
        raise ValueError(
            f"tolerance must be a number or a percentage such as 5%, got {short(allowed)}"
        )
    return float(allowed)


MATCHER = Matcher(
    name="approx",
    summary=(
        "The number is close to the value. The tolerance is a number (absolute) or a percentage "
        "such as 5% (relative); the default is one millionth of the value."
    ),
    argument={
        "anyOf": [
            {"type": "number"},
            {
                "type": "object",
                "properties": {
                    "value": {"type": "number"},
                    "tolerance": {
                        "anyOf": [
                            {"type": "number", "minimum": 0},
                            {"type": "string", "pattern": "^[0-9.]+ ?%$"},
                        ]
                    },
                },
                "required": ["value"],
                "additionalProperties": False,
            },
        ]
    },
    example={"approx": {"value": 3.14, "tolerance": 0.01}},
    bind=_bind,
)
