"""Run one case to its result: observe, judge, retry if asked."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mcptest.engine.answer import RATE_LIMITED
from mcptest.engine.around.hooks import Setups, surrounded
from mcptest.engine.around.repetition import ONCE, Repetition
from mcptest.engine.case import Case, Observation
from mcptest.engine.clock import Clock
from mcptest.engine.context import Context
from mcptest.engine.conversation import Conversation
from mcptest.engine.judge import judge, result_of
from mcptest.engine.judge_in_time import judge_in_time
from mcptest.errors import McptestError, TargetError, TargetLimitedError
from mcptest.match.query import QueryTooSlowError
from mcptest.match.search_limit import SlowSearchError
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason, Status
from mcptest.safety.budget import BudgetExhausted
from mcptest.wire.listeners import LISTENER
from mcptest.wire.uninterrupted import uninterrupted


class Attempts:
    """What every case needs to be run, and nothing that differs between them."""

    def __init__(
        self,
        make_context: Callable[[Case], Context],
        *,
        clock: Clock,
        retry: int = 0,
        repetition: Repetition = ONCE,
    ) -> None:
        self._make_context = make_context
        self._clock = clock
        self._retry = retry
        self._repetition = repetition
        self._since = clock.seconds()
        self._setups = Setups(lambda case: self._once(case, 1))

    async def run(self, case: Case) -> CaseResult:
        """Its result, between the hooks of its suite and as often as it should be repeated."""
        if case.skip is not None:
            return result_of(case, Observation(skip=case.skip), Status.SKIPPED, (), 0.0, 1)
        if case.hooks is not None:
            prepared = await self._setups.ready(case, case.hooks)
            if prepared.skip is not None:
                seen = Observation(skip=prepared.skip)
                return result_of(case, seen, Status.SKIPPED, (), 0.0, 1)
            case = surrounded(case, case.hooks, prepared.captured)
        return await self._repetition.results(case, self._tried)

    async def finish(self) -> list[CaseResult]:
        """Run every teardown that is due; what failed beside the cases themselves."""
        return await self._setups.finish()

    async def _tried(self, case: Case) -> CaseResult:
        """The last attempt's result, with the number of attempts in it."""
        result = await self._once(case, 1)
        for attempt in range(2, max(case.retry, self._retry) + 2):
            if result.status not in {Status.FAILED, Status.WARNED}:
                break
            result = await self._once(case, attempt)
        return result

    async def _once(self, case: Case, attempt: int) -> CaseResult:
        context = self._make_context(case)
        conversation = Conversation(self._clock, self._since)
        begun = self._clock.seconds()
        told = LISTENER.set(conversation)
        try:
            seen, status = await self._observe(case, context)
        finally:
            LISTENER.reset(told)
            if not context.leave():
                await uninterrupted(context.close())
        took = (self._clock.seconds() - begun - context.waited) * 1000
        if context.notes:
            seen = replace(seen, notes=(*seen.notes, *context.notes))
        if conversation.violations.total and not case.lane.checks_messages:
            found = (replace(one, where=case.where) for one in conversation.violations.findings)
            seen, status = _with_violations(seen, status, tuple(found))
        judged = await judge_in_time(
            partial(self._judge, case, seen, status, context, took, attempt)
        )
        judged.at_ms = (begun - self._since) * 1000
        judged.said, judged.said_in_all = conversation.said, conversation.total
        return judged

    def _judge(
        self,
        case: Case,
        seen: Observation,
        status: Status | None,
        context: Context,
        took: float,
        attempt: int,
    ) -> CaseResult:
        if status is not None:
            return result_of(case, seen, status, seen.findings, took, attempt)
        try:
            return judge(case, seen, duration_ms=took, attempts=attempt, context=context.matching)
        except SlowSearchError:
            raise
        except QueryTooSlowError as error:
            unsure, status = _undecided(case, error)
            seen = replace(seen, skip=unsure.skip)
            return result_of(case, seen, status, unsure.findings, took, attempt)
        except McptestError as error:
            broken = _of_error(case, error).findings
        except Exception as error:  # noqa: BLE001  # a bug in one matcher must not end the run
            broken = (_bug(error),)
        return result_of(case, seen, Status.ERRORED, broken, took, attempt)

    async def _observe(self, case: Case, context: Context) -> tuple[Observation, Status | None]:
        """What was seen; a status only where no judge is needed."""
        limit = None
        try:
            if case.timeout is None:
                return await case.observe(context), None
            async with asyncio.timeout(case.timeout) as limit:
                return await case.observe(context), None
        except TargetError as error:
            return _without_target(case, error)
        except BudgetExhausted as spent:
            skip = Skip(SkipReason.BUDGET_EXHAUSTED, spent.message)
            return Observation(skip=skip), Status.SKIPPED
        except QueryTooSlowError as error:
            return _undecided(case, error)
        except McptestError as error:
            return _of_error(case, error), Status.ERRORED
        except Exception as error:  # noqa: BLE001  # a bug in one check must not end the run
            if limit is not None and limit.expired():
                context.retire_session()
                return Observation(findings=(_too_long(case),)), Status.FAILED
            return Observation(findings=(_bug(error),)), Status.ERRORED


def _with_violations(
    seen: Observation, status: Status | None, violations: tuple[Finding, ...]
) -> tuple[Observation, Status | None]:
    """What was wrong with the responses belongs to the verdict, also of a test that was skipped."""
    if not violations:
        return seen, status
    if seen.skip is not None:
        seen = replace(seen, skip=None, judged=True)
        status = None if status is Status.SKIPPED else status
    return replace(seen, findings=(*seen.findings, *violations)), status


def _without_target(case: Case, error: TargetError) -> tuple[Observation, Status]:
    """A server that wants fewer requests is not at fault."""
    if isinstance(error, TargetLimitedError):
        return Observation(skip=RATE_LIMITED), Status.SKIPPED
    return _of_error(case, error), Status.FAILED


def _undecided(case: Case, error: QueryTooSlowError) -> tuple[Observation, Status]:
    """The server said too much to look through: no rule is broken by that, but no test is held."""
    if case.lane == Lane.COMPLIANCE:
        return Observation(skip=Skip(SkipReason.CANNOT_TELL, error.message)), Status.SKIPPED
    return _of_error(case, error), Status.FAILED


def _of_error(case: Case, error: McptestError) -> Observation:
    finding = Finding(
        id=error.code,
        severity=Severity.ERROR,
        message=error.message,
        where=error.where or case.where,
        help=error.hint,
    )
    return Observation(findings=(finding,))


def _too_long(case: Case) -> Finding:
    return Finding(
        id="case-timeout",
        severity=Severity.ERROR,
        message=f"the test did not finish within {case.timeout:g} s",
        where=case.where,
    )


def _bug(error: Exception) -> Finding:
    place = traceback.extract_tb(error.__traceback__)[-1]
    return Finding(
        id="internal",
        severity=Severity.ERROR,
        message=f"{type(error).__name__}: {error} ({place.name}, line {place.lineno})",
        help="this is a bug in mcptest, not in the server; please report it",
    )
