"""Send the cases, count the outcomes, and shrink each finding."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from mcptest.fuzz.caller import Stopped, ToolCaller
from mcptest.fuzz.generate import FuzzCase, InputKind
from mcptest.fuzz.memory import MemoryWatch
from mcptest.fuzz.oracle import FuzzOutcome, Sighting
from mcptest.fuzz.shrink import shrink
from mcptest.model.json import JsonObject

MOST_FINDINGS: Final = 10
_MOST_RESTARTS: Final = 25
_RERUNS: Final = {FuzzOutcome.CRASH: 80, FuzzOutcome.HANG: 20}
_OTHER_RERUNS: Final = 150
_NEAR: Final = 3  # how many inputs back a fault may come from
_SAMPLE_EVERY: Final = 50
_IN_VAIN: Final = 4  # so many calls in a row without an answer, and there will be none


@dataclass(frozen=True, slots=True)
class Find:
    """A fault, the smallest input that shows it, and whether it showed twice."""

    sighting: Sighting
    arguments: JsonObject
    kind: InputKind
    reproduced: bool


@dataclass(slots=True)
class Tally:
    """What a hunt has seen so far."""

    cases: int = 0
    outcomes: Counter[FuzzOutcome] = field(default_factory=Counter)
    kinds: Counter[InputKind] = field(default_factory=Counter)
    leaks: int = 0
    succeeded: int = 0  # calls that returned a result
    finds: list[Find] = field(default_factory=list)
    stopped: str | None = None
    stop: Stopped | None = None
    growth: str | None = None

    @property
    def bad(self) -> int:
        return sum(self.outcomes[o] for o in FuzzOutcome if o is not FuzzOutcome.CLEAN) + self.leaks


class Hunt:
    """One tool's cases from first to last; ``time_left`` ends it early."""

    def __init__(
        self,
        caller: ToolCaller,
        base: JsonObject,
        *,
        time_left: Callable[[], bool] = lambda: True,
        on_case: Callable[[Tally], None] = lambda _tally: None,
    ) -> None:
        self.tally = Tally()
        self._caller = caller
        self._base = base
        self._time_left = time_left
        self._on_case = on_case
        self._recent: deque[FuzzCase] = deque(maxlen=_NEAR)
        self._signatures: set[str] = set()
        self._memory = MemoryWatch()
        self._in_vain = 0

    async def run(self, cases: Iterable[FuzzCase]) -> Tally:
        """Call with each case in turn.

        Raises: TargetError when the server does not come back.
        """
        tally = self.tally
        for case in cases:
            if not self._may_go_on():
                break
            seen = await self._caller.call(case.arguments)
            if isinstance(seen, Stopped):
                tally.stopped, tally.stop = seen.skip.detail, seen
                break
            await self._count(case, seen)
            self._on_case(tally)
        tally.growth = self._memory.growth()
        return tally

    def _may_go_on(self) -> bool:
        if not self._time_left():
            self.tally.stopped = "the time limit or call limit for fuzzing was reached"
        elif self._caller.own.restarts >= _MOST_RESTARTS:
            self.tally.stopped = f"the server had to be restarted {_MOST_RESTARTS} times"
        elif self._in_vain >= _IN_VAIN:
            self.tally.stopped = f"{_IN_VAIN} calls in a row timed out"
        return self.tally.stopped is None

    async def _count(self, case: FuzzCase, seen: Sighting) -> None:
        tally = self.tally
        tally.cases += 1
        tally.kinds[case.kind] += 1
        tally.outcomes[seen.outcome] += 1
        tally.leaks += bool(seen.leaks)
        tally.succeeded += seen.succeeded
        self._recent.append(case)
        self._in_vain = self._in_vain + 1 if self._caller.used_up(seen) else 0
        if tally.cases % _SAMPLE_EVERY == 0:
            self._memory.sample(self._caller.process())
        new = seen.is_bad and seen.signature not in self._signatures
        if new and len(tally.finds) < MOST_FINDINGS:
            self._signatures.add(seen.signature)
            tally.finds.append(await self._pursue(seen))

    async def _pursue(self, seen: Sighting) -> Find:
        """Show it again with the last inputs, the newest first, and make that one small."""
        for case in reversed(self._recent):
            again = await self._again(case.arguments)
            if again is None or not seen.same_fault(again):
                continue
            self._signatures.add(again.signature)
            return await self._smallest(seen, case)
        last = self._recent[-1]
        return Find(seen, last.arguments, last.kind, reproduced=False)

    async def _smallest(self, seen: Sighting, case: FuzzCase) -> Find:
        shown = seen
        if not self.tally.outcomes[FuzzOutcome.CLEAN] and await self._shows(seen, self._base):
            return Find(shown, self._base, InputKind.VALID, reproduced=True)

        async def still(candidate: JsonObject) -> bool | None:
            nonlocal shown
            again = await self._again(candidate)
            if again is None:
                return None
            same = seen.same_fault(again)
            if same:
                shown = again
                self._signatures.add(again.signature)
            return same

        reruns = _RERUNS.get(seen.outcome, _OTHER_RERUNS)
        small = await shrink(case.arguments, self._base, still, reruns=reruns)
        return Find(shown, small, case.kind, reproduced=True)

    async def _shows(self, seen: Sighting, arguments: JsonObject) -> bool:
        """Whether an input that should be fine has the same fault: then there is none smaller."""
        again = await self._again(arguments)
        return again is not None and seen.same_fault(again)

    async def _again(self, arguments: JsonObject) -> Sighting | None:
        if not self._time_left():
            return None
        seen = await self._caller.call(arguments, settle=True)
        return None if isinstance(seen, Stopped) else seen
