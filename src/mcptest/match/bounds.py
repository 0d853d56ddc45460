"""A minimum and a maximum, each optional."""

from __future__ import annotations

from mcptest.match.argument import number_argument
from mcptest.match.show import short
from mcptest.model.json import Json
from mcptest.model.record import record


@record
class Bounds:
    """Both ends belong to it."""

    least: float | None = None
    most: float | None = None

    def outside(self, value: float) -> str | None:
        """What is wrong with a value that lies outside."""
        if self.least is not None and self.least == self.most:
            return None if value == self.least else f"is {value}, expected {self.least}"
        if self.least is not None and value < self.least:
            return f"is {value}, expected at least {self.least}"
        if self.most is not None and value > self.most:
            return f"is {value}, expected at most {self.most}"
        return None


def read_bounds(wants: Json) -> Bounds:
    """Read ``{min, max}``.

    Raises: ValueError.
    """
    if not isinstance(wants, dict) or not wants or wants.keys() - {"min", "max"}:
        raise ValueError(f"expected an object with min, max or both, got {short(wants)}")
    least, most = (_number(wants.get(key), key) for key in ("min", "max"))
    if least is not None and most is not None and least > most:
        raise ValueError(f"min {least} is greater than max {most}")
    return Bounds(least, most)


def _number(value: Json, key: str) -> float | None:
    return None if value is None else number_argument(value, key)
