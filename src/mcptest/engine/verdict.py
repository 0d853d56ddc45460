"""Which exit code a run deserves."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.errors import OUT_OF_REACH, ExitCode, TargetError
from mcptest.model.outcome import Lane, Status
from mcptest.model.run import Run


def exit_code(run: Run, *, unreachable: Iterable[TargetError] = ()) -> ExitCode:
    """The gravest thing that happened decides; an interruption is told by the caller."""
    failed = {case.lane for case in run.cases if case.status is Status.FAILED}
    if run.summary.errored:
        return ExitCode.INTERNAL
    if any(isinstance(error, OUT_OF_REACH) for error in unreachable):
        return ExitCode.UNREACHABLE
    if failed - {Lane.COVERAGE} or not _gates_passed(run):
        return ExitCode.FAILED
    return ExitCode.BELOW_FLOOR if failed else ExitCode.OK


def _gates_passed(run: Run) -> bool:
    return run.compliance is None or all(gate.passed for gate in run.compliance.gates)
