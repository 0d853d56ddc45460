"""A run over files without a server: one case per file, one report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from mcptest import __version__
from mcptest.cli.output.reports import Output, Writer
from mcptest.engine.clock import SystemClock
from mcptest.errors import ExitCode
from mcptest.model.events import RunFinished
from mcptest.model.outcome import CaseResult, Status, Summary
from mcptest.model.run import Run
from mcptest.suite.discover import discover


def run_over_files(
    command: str,
    paths: Sequence[Path],
    look: Callable[[Path], CaseResult],
    *,
    bad: ExitCode,
    output: Output,
) -> int:
    """Look at every suite that the paths mean; ``bad`` is the exit when one has a finding."""
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    cases = tuple(look(path) for path in discover(paths))
    good = all(case.status is Status.PASSED for case in cases)
    run = Run(
        mcptest=__version__,
        command=command,
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=ExitCode.OK if good else bad,
        summary=Summary.of(cases),
        cases=cases,
    )
    Writer(output)(RunFinished(run))
    return run.exit_code
