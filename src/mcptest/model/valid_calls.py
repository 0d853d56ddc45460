"""The outcomes of an audit's valid calls: succeeded, rejected, crashed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.record import record

NONE_SUCCEEDED: Final = (  # a note on a run
    "no tool returned a result for valid arguments, so this audit does not show that any works"
)
TOO_SLOW_ID: Final = "PROBE-TOO-SLOW"  # the finding on a call that was not waited for
TARGET: Final = "outcome"  # of a case in the lane of valid calls


class CallOutcome(StrEnum):
    SUCCEEDED = "succeeded"
    REJECTED = "rejected"  # an error that the tool may well mean
    CRASHED = "crashed"  # the text of an uncaught exception, or the end of the server
    UNANSWERED = "unanswered"  # nothing in time, or nothing that can be read


def is_rejected(case: CaseResult) -> bool:
    """The valid call of a probe returned an error, which the tool may well mean."""
    return case.lane == Lane.PROBE and case.targets.get(TARGET) == CallOutcome.REJECTED.value


@record
class ValidCalls:
    """How many tools ended which way."""

    succeeded: int = 0
    rejected: int = 0
    crashed: int = 0
    unanswered: int = 0
    too_slow: int = 0  # of those without an answer

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> ValidCalls | None:
        """None where no valid call was made."""
        calls = [one for one in results if one.lane == Lane.PROBE and TARGET in one.targets]
        counts = Counter(str(one.targets[TARGET]) for one in calls)
        slow = sum(any(found.id == TOO_SLOW_ID for found in one.findings) for one in calls)
        known = {outcome.value: counts[outcome.value] for outcome in CallOutcome}
        return cls(**known, too_slow=slow) if any(known.values()) else None

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
            "too slow": self.too_slow,
            "got no response": self.unanswered - self.too_slow,
        }
        return ", ".join(f"{count} {word}" for word, count in counts.items() if count)
