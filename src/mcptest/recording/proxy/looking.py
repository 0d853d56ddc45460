"""Wait for readable data: poll briefly before sleeping, where that pays off.

To be woken up costs several times what passing a message on does. A side that answers within
a moment is therefore looked for, and one that takes longer is slept for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import Final, Generic, TypeVar

Ready = TypeVar("Ready")

SOON: Final = 0.002  # seconds that a look takes at the most
_TRUST: Final = 3  # so many waits in a row must be longer before nobody looks any more
_AT_ONCE: Final = 4  # looks before anybody asks for the processors
_VALID: Final = 0.002  # seconds for which the answer holds

give_way: Final[Callable[[], None]] = getattr(os, "sched_yield", lambda: None)


class Looking(Generic[Ready]):
    """Decides by the last waits after the same kind of message, and by who else wants to run."""

    def __init__(
        self,
        poll: Callable[[float | None], list[Ready]],
        enough: Callable[[], bool],
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._poll = poll
        self._enough = enough
        self._clock = clock
        self._trust: dict[int, int] = {}
        self._calm = enough()
        self._asked = clock()

    def wait(self, after: int, milliseconds: float | None) -> list[Ready]:
        """What is ready; ``after`` says what passed last."""
        begun = self._clock()
        trust = self._trust.get(after, 0)
        found = self._look(begun) if trust else None
        if not found:
            found = self._poll(milliseconds)
        soon = self._clock() - begun < SOON
        self._trust[after] = _TRUST if soon else max(trust - 1, 0)
        return found

    def _look(self, now: float) -> list[Ready] | None:
        poll, clock, until, looks = self._poll, self._clock, now + SOON, 0
        while now < until:
            if found := poll(0):
                return found
            looks += 1
            if not self._may_go_on(looks, now):
                return None
            now = clock()
        return None

    def _may_go_on(self, looks: int, now: float) -> bool:
        """Not while processes wait for a processor; one that waits for ours gets it in between.

        On a busy system, giving way would mean to come last, so it is asked first.
        """
        known = now - self._asked <= _VALID
        if looks <= _AT_ONCE and not (known and self._calm):
            return not known
        if not known:
            self._asked, self._calm = now, self._enough()
        if self._calm:
            give_way()
        return self._calm
