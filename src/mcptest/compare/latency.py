"""Which side is slower: alternating calls, the ratio of the medians, and its confidence."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Final

from mcptest.lint.diff.value_diff import Impact
from mcptest.model.record import record

ROUNDS: Final = 30
_RESAMPLES: Final = 400
_TAIL: Final = 0.005  # on each side: a confidence of 99%
SLOWER: Final = 1.25  # what the whole interval must exceed
_NOTICEABLE: Final = 1.0  # milliseconds
_QUICK: Final = 10  # one call in so many is quicker than what counts as a quick call


@record
class LatencyRatio:
    """Head over base, with its confidence interval; medians in milliseconds.

    ``best`` are the quick calls of each side. A busy machine can be unfair to one process for
    seconds, but some of its calls still pass undisturbed.
    """

    base_ms: float
    head_ms: float
    low: float
    high: float
    best: tuple[float, float]

    @property
    def impact(self) -> Impact | None:
        """None where nobody would notice, or nobody can tell."""
        base, head = self.best
        apart = min(abs(self.head_ms - self.base_ms), abs(head - base)) >= _NOTICEABLE
        if apart and self.low > SLOWER and head > base * SLOWER:
            return Impact.BREAKING
        return Impact.SAFE if apart and self.high < 1 / SLOWER and head * SLOWER < base else None

    def __str__(self) -> str:
        ratio = self.head_ms / self.base_ms if self.base_ms else 1.0
        return (
            f"{self.base_ms:.1f} ms → {self.head_ms:.1f} ms "
            f"({ratio:.2f} times, 99% interval {self.low:.2f} to {self.high:.2f})"
        )


async def measure(
    base: Callable[[], Awaitable[float]], head: Callable[[], Awaitable[float]], rounds: int = ROUNDS
) -> LatencyRatio:
    """In turn, first one side first and then the other, so that a busy machine is unfair to both.

    A difference is measured a second time, and stands only where it is seen again.
    """
    found = await _sampled(base, head, rounds)
    if found.impact is None:
        return found
    again = await _sampled(base, head, rounds)
    return found if again.impact is found.impact else _either(found, again)


def _either(one: LatencyRatio, other: LatencyRatio) -> LatencyRatio:
    """Two measurements that contradict each other: the ratio is somewhere in both intervals."""
    low, high = min(one.low, other.low), max(one.high, other.high)
    return LatencyRatio(other.base_ms, other.head_ms, low, high, other.best)


async def _sampled(
    base: Callable[[], Awaitable[float]], head: Callable[[], Awaitable[float]], rounds: int
) -> LatencyRatio:
    pairs: list[tuple[float, float]] = []
    for number in range(rounds):
        if number % 2:
            second = await head()
            first = await base()
        else:
            first = await base()
            second = await head()
        pairs.append((first, second))
    return ratio_of(pairs)


def ratio_of(pairs: Sequence[tuple[float, float]]) -> LatencyRatio:
    """By resampling the pairs, with a seed of its own: the same samples, the same interval."""
    chance = random.Random(len(pairs))  # noqa: S311  no secret
    ratios = sorted(
        _ratio([pairs[chance.randrange(len(pairs))] for _ in pairs]) for _ in range(_RESAMPLES)
    )
    edge = round(_TAIL * _RESAMPLES)
    return LatencyRatio(
        median(one for one, _ in pairs),
        median(other for _, other in pairs),
        ratios[edge],
        ratios[-edge - 1],
        (_quick([one for one, _ in pairs]), _quick([other for _, other in pairs])),
    )


def _quick(times: list[float]) -> float:
    return sorted(times)[len(times) // _QUICK]


def _ratio(pairs: list[tuple[float, float]]) -> float:
    below = median(one for one, _ in pairs)
    return median(other for _, other in pairs) / below if below else 1.0
