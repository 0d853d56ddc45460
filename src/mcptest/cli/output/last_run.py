"""The run before this one: named on the command line, or where this one will be saved."""

from __future__ import annotations

from pathlib import Path

from mcptest.cli.output.reports import Output
from mcptest.cli.output.saved_run import read_run
from mcptest.errors import UsageError
from mcptest.model.run import Run


def last_run(file: Path | None, output: Output, *, needed: bool) -> Run | None:
    """The saved run; None where none is named and none is ``needed``.

    Raises: UsageError.
    """
    if file is not None:
        return read_run(file)
    if not needed:
        return None
    saved = [path for name, path in output.files if name == "json"]
    if saved:
        return read_run(saved[0]) if saved[0].exists() else None  # the first run of a project
    raise UsageError(
        "last-run-unknown",
        "--last-failed needs the results of an earlier run",
        hint="save each run with --report json=run.json, or name a saved run with --last-run",
    )
