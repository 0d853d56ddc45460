"""The exit code of a run."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.errors import OUT_OF_REACH, ExitCode, TargetConnectError, TargetError
from mcptest.model.outcome import SkipReason, Status
from mcptest.model.run import Run

GIVEN_UP = "server-unusable"
GONE = "server-gone"
_REFUSALS = {SkipReason.BUDGET_EXHAUSTED, SkipReason.REFUSED_BY_POLICY}


def exit_code(run: Run, *, unreachable: Iterable[TargetError] = ()) -> ExitCode:
    """The gravest thing that happened decides; an interruption is told by the caller."""
    failed = {case.lane for case in run.cases if case.status is Status.FAILED}
    if run.summary.errored:
        return ExitCode.INTERNAL
    if any(isinstance(error, OUT_OF_REACH) for error in unreachable):
        return ExitCode.UNREACHABLE
    given_up = any(error.code in {GIVEN_UP, GONE} for error in unreachable)
    if given_up or any(not lane.floor for lane in failed) or not _gates_passed(run):
        return ExitCode.FAILED
    if failed:
        return ExitCode.BELOW_FLOOR
    return ExitCode.REFUSED if _refused_as_a_whole(run) else ExitCode.OK


def gone(error: TargetError, *, seen: bool) -> TargetError:
    """The same error, or where the server was reached before in this run, a verdict on it."""
    if not seen or not isinstance(error, TargetConnectError) or error.code != "connect-refused":
        return error
    message = f"the server stopped during the run: {error.message}"
    return TargetError(GONE, message, hint="Check the server's log for the reason.")


def _refused_as_a_whole(run: Run) -> bool:
    """Every case was kept from its calls by the policy or the budget, and nothing was judged."""
    kept = [case.skip if not case.targets else None for case in run.cases]
    reasons = {skip.reason if skip else None for skip in kept}
    return bool(reasons) and reasons <= _REFUSALS


def _gates_passed(run: Run) -> bool:
    return run.compliance is None or all(gate.passed for gate in run.compliance.gates)
