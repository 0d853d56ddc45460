"""Send the same calls to both sides, twice in separate sessions, and compare results and times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from time import monotonic
from typing import Final

from mcptest.compare.answers import CallAnswer, answer_of, compare_answers
from mcptest.compare.call_plan import PlannedCall
from mcptest.compare.difference import ComparedSection, Difference
from mcptest.compare.latency import LatencyRatio, measure
from mcptest.engine.server import Server, open_server
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.wire.session import Session

_TIMING: Final = 15.0  # seconds for all tools together
_TOO_SLOW: Final = 500.0  # milliseconds; sixty calls of it would take too long
_MOST_EACH: Final = 20


@record
class Behaviour:
    """What every call came to on both sides."""

    calls: tuple[PlannedCall, ...]
    base: dict[str, list[CallAnswer]]
    head: dict[str, list[CallAnswer]]
    ratios: dict[str, LatencyRatio] = field(default_factory=dict)

    def differences(self) -> Iterator[Difference]:
        for call in self.calls:
            base, head = self.base.get(call.key, []), self.head.get(call.key, [])
            if len(base) < 2 or len(head) < 2:  # noqa: PLR2004
                continue
            changes = compare_answers((base[0], base[1]), (head[0], head[1]))
            for change, _ in zip(changes, range(_MOST_EACH), strict=False):
                yield Difference(
                    ComparedSection.BEHAVIOUR,
                    change.impact,
                    call.tool,
                    change.message,
                    change.place,
                    change.base,
                    change.head,
                )
        for tool, ratio in self.ratios.items():
            if ratio.impact is not None:
                yield Difference(ComparedSection.LATENCY, ratio.impact, tool, str(ratio))


async def observe_behaviour(
    base: Server, head: Server, calls: list[PlannedCall], *, timed: bool
) -> Behaviour:
    """The second round is made in reverse, on new sessions: what depends on either is volatile.

    Raises: TargetError where a side cannot be opened.
    """
    found = Behaviour(tuple(calls), {}, {})
    for order in (calls, calls[::-1]):
        sessions = [await open_server(base)]
        try:
            sessions.append(await open_server(head))
            for call in order:
                for session, answers in zip(sessions, (found.base, found.head), strict=True):
                    answers.setdefault(call.key, []).append(await _call(session, call))
            if timed and order is not calls:
                found.ratios.update(await _timed(sessions[0], sessions[1], found))
        finally:
            for session in sessions:
                await session.close()
    return found


async def _call(session: Session, call: PlannedCall) -> CallAnswer:
    reply = await session.request("tools/call", {"name": call.tool, "arguments": call.arguments})
    return answer_of(reply)


async def _timed(base: Session, head: Session, found: Behaviour) -> dict[str, LatencyRatio]:
    """The tools that succeed on both sides and are quick enough to be called sixty times."""
    ratios: dict[str, LatencyRatio] = {}
    deadline = monotonic() + _TIMING
    for call in found.calls:
        forms = {each.form for side in (found.base, found.head) for each in side[call.key]}
        if monotonic() > deadline or call.tool in ratios or forms != {"result"}:
            continue
        taking = [_TimedCall(session, call) for session in (base, head)]
        if max([await taking[0](), await taking[1]()]) > _TOO_SLOW:
            continue
        ratios[call.tool] = await measure(taking[0], taking[1])
    return ratios


class _TimedCall:
    """Milliseconds of one call."""

    def __init__(self, session: Session, call: PlannedCall) -> None:
        self._session = session
        self._call = call

    async def __call__(self) -> float:
        params: JsonObject = {"name": self._call.tool, "arguments": self._call.arguments}
        return (await self._session.request("tools/call", params)).duration_ms
