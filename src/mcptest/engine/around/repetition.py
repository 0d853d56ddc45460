"""Run a case several times, and report how often it fails."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from mcptest.engine.case import Case
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.record import record

_Z: Final = 1.959964  # of a 95 % confidence interval


@record
class Repetition:
    """``times`` overrides what the cases say; with ``fail``, a flaky case fails."""

    times: int | None = None
    fail: bool = False

    async def results(self, case: Case, run: Callable[[Case], Awaitable[CaseResult]]) -> CaseResult:
        """One result for all runs of the case."""
        times = self.times or case.repeat
        if times == 1:
            return self._retried(await run(case), case.where)
        results = [await run(case)]
        while len(results) < times and results[-1].status not in {Status.SKIPPED, Status.ERRORED}:
            results.append(await run(case))
        if len(results) == 1 or results[-1].status is Status.ERRORED:
            return self._retried(results[-1], case.where)
        return self._summed_up(results, case.where)

    def _retried(self, result: CaseResult, where: Location | None) -> CaseResult:
        """A test that passed only when it was retried is flaky, too."""
        if not self.fail or result.attempts == 1 or result.status is not Status.PASSED:
            return result
        message = f"passed only on attempt {result.attempts}"
        finding = Finding("flaky", Severity.ERROR, message, where)
        return replace(result, status=Status.FAILED, findings=(finding,))

    def _summed_up(self, results: Sequence[CaseResult], where: Location | None) -> CaseResult:
        failed = [result for result in results if result.status is Status.FAILED]
        rate = _rate(len(failed), len(results))
        shown = failed[0] if failed else results[-1]
        total = sum(result.duration_ms for result in results)
        shown = replace(shown, targets={**shown.targets, **rate}, duration_ms=total)
        if not failed:
            return shown
        if len(failed) == len(results):
            return replace(shown, notes=(*shown.notes, f"failed in all {len(results)} runs"))
        return _flaky(shown, rate, where, fail=self.fail)


ONCE = Repetition()


def _flaky(
    shown: CaseResult, rate: dict[str, Json], where: Location | None, *, fail: bool
) -> CaseResult:
    severity = Severity.ERROR if fail else Severity.WARNING
    low, high = rate["flaky.low"], rate["flaky.high"]
    message = (
        f"failed in {rate['flaky.failures']} of {rate['flaky.runs']} runs "
        f"({rate['flaky.rate']:.1%}; 95% confidence interval {low:.1%} to {high:.1%})"
    )
    first = [replace(one, severity=severity) for one in shown.findings]
    return replace(
        shown,
        status=Status.FAILED if fail else Status.WARNED,
        findings=(Finding("flaky", severity, message.replace("%", " %"), where), *first),
    )


def _rate(failed: int, total: int) -> dict[str, Json]:
    low, high = wilson_interval(failed, total)
    return {
        "flaky.runs": total,
        "flaky.failures": failed,
        "flaky.rate": round(failed / total, 4),
        "flaky.low": round(low, 4),
        "flaky.high": round(high, 4),
    }


def wilson_interval(failed: int, total: int) -> tuple[float, float]:
    """Where the true rate lies with 95 % confidence (Wilson's score interval)."""
    share, spread = failed / total, _Z * _Z / total
    middle = (share + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * math.sqrt(share * (1 - share) / total + spread / (4 * total))
    return max(0.0, middle - half), min(1.0, middle + half)
