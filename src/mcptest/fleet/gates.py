"""Decide whether a server passes: by its gates if it has any, otherwise by everything that ran."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcptest.fleet.history import Before
from mcptest.fleet.inventory.shape import Gates
from mcptest.fleet.result import JUDGED, SLIP, GateResult, ServerResult, ServerStatus, Since
from mcptest.model.grade import GRADES
from mcptest.model.outcome import Lane


def compared(result: ServerResult, before: Before | None) -> ServerResult:
    """The result with what changed since the run before, if there was one."""
    return result if before is None else replace(result, since=_since(result, before))


def _since(result: ServerResult, before: Before) -> Since:
    old = before.server
    now, then = set(result.failures), set(old.failures)
    alike = {result.status, old.status} <= JUDGED and _same_stages(result, old)
    return Since(
        run=before.run,
        status=old.status,
        grade=old.grade,
        score=old.score,
        broke=tuple(sorted(now - then)) if alike else (),
        fixed=tuple(sorted(then - now)) if alike else (),
    )


def _same_stages(one: ServerResult, other: ServerResult) -> bool:
    """A check that only one of them ran is neither broken nor fixed."""
    if one.stages is None or other.stages is None:
        return True
    return set(one.stages) == set(other.stages)


def judged(result: ServerResult, gates: Gates, floor: Before | None = None) -> ServerResult:
    """The result with a verdict for each gate; what could not be judged stays as it ended.

    ``min_grade`` stands for the rules that are graded, ``no_regression`` for every failure that
    was there before. What else failed in the audit, and a suite that failed, fail the server.
    """
    if result.status not in JUDGED or not gates.any:
        return result
    verdicts = tuple(_verdicts(result, gates, floor))
    good = all(gate.passed for gate in verdicts)
    good = good and (result.suite is None or result.suite.exit_code == 0)
    ungraded = [] if gates.no_regression else _ungraded(result)
    status = ServerStatus.PASSED if good and not ungraded else ServerStatus.FAILED
    failed = [gate.note or gate.name for gate in verdicts if not gate.passed]
    failed += _told(ungraded)
    good = status is ServerStatus.PASSED
    reason = None if good else "; ".join(failed) or result.reason
    return replace(result, gates=verdicts, status=status, reason=reason)


def _ungraded(result: ServerResult) -> list[str]:
    """Failures that no grade speaks of: crashes, hangs, input that should have been rejected."""
    return [case for case in result.failures if not case.startswith(f"{Lane.COMPLIANCE}::")]


def _told(failures: list[str]) -> list[str]:
    if not failures:
        return []
    more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
    return [f"failed outside the graded rules: {failures[0]}{more}"]


def _verdicts(result: ServerResult, gates: Gates, floor: Before | None) -> Iterator[GateResult]:
    if gates.min_grade is not None:
        yield _min_grade(result, gates.min_grade)
    if gates.no_regression:
        yield _no_regression(result, None if floor is None else _since(result, floor))


def _min_grade(result: ServerResult, least: str) -> GateResult:
    if result.grade is None:
        note = f"expected {least} or better, but nothing was graded"
        return GateResult(name="min_grade", passed=False, note=note)
    good = GRADES.index(result.grade) <= GRADES.index(least)
    note = f"grade {result.grade}, expected {least} or better"
    if good and result.calls_left:
        note = f"{note}, but the call budget ran out before all checks ran"
        good = False
    return GateResult(name="min_grade", passed=good, note=note)


def _no_regression(result: ServerResult, since: Since | None) -> GateResult:
    if since is None:
        note = "no earlier run checked this server"
        return GateResult(name="no_regression", passed=True, note=note)
    worse = list(_worse(result, since))
    note = f"since {since.run}: {'; '.join(worse)}" if worse else ""
    note = note or f"nothing is worse than in {since.run}"
    return GateResult(name="no_regression", passed=not worse, note=note)


def _worse(result: ServerResult, since: Since) -> Iterator[str]:
    if since.grade and result.grade is None and _was_graded(result):
        yield f"the grade was {since.grade}, and now nothing could be graded"
    elif result.grade and since.grade and GRADES.index(result.grade) > GRADES.index(since.grade):
        yield f"the grade went from {since.grade} to {result.grade}"
    elif _fell(result.score, since.score):
        yield f"the score went from {since.score} to {result.score}"
    if since.broke:
        more = f" and {len(since.broke) - 1} more" if len(since.broke) > 1 else ""
        yield f"new failure: {since.broke[0]}{more}"


def _was_graded(result: ServerResult) -> bool:
    """Where grading was left out on purpose, there is nothing to miss."""
    return result.stages is None or "compliance" in result.stages


def _fell(now: float | None, then: float | None) -> bool:
    return now is not None and then is not None and now < then - SLIP
