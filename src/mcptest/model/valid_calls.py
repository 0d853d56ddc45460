"""The outcomes of an audit's valid calls: succeeded, rejected, crashed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.record import record

TARGET: Final = "outcome"  # of a case in the lane of valid calls


class CallOutcome(StrEnum):
    SUCCEEDED = "succeeded"
    REJECTED = "rejected"  # an error that the tool may well mean
    CRASHED = "crashed"  # the text of an uncaught exception, or the end of the server
    UNANSWERED = "unanswered"  # nothing in time, or nothing that can be read


@record
class ValidCalls:
    """How many tools ended which way."""

    succeeded: int = 0
    rejected: int = 0
    crashed: int = 0
    unanswered: int = 0

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> ValidCalls | None:
        """None where no valid call was made."""
        counts = Counter(
            str(result.targets[TARGET])
            for result in results
            if result.lane == Lane.PROBE and TARGET in result.targets
        )
        known = {outcome.value: counts[outcome.value] for outcome in CallOutcome}
        return cls(**known) if any(known.values()) else None

    @property
    def none_succeeded(self) -> bool:
        return self.succeeded == 0

    @property
    def none_worked(self) -> bool:
        """Whether every tool crashed; one that rejects may mean it."""
        return self.crashed > 0 and not (self.succeeded or self.rejected or self.unanswered)

    def __str__(self) -> str:
        counts = {
            "succeeded": self.succeeded,
            "rejected": self.rejected,
            "crashed": self.crashed,
            "got no response": self.unanswered,
        }
        return ", ".join(f"{count} {word}" for word, count in counts.items() if count)
