"""Find the previous run: given by an option, or in the report that is about to be replaced."""

from __future__ import annotations

from pathlib import Path

from mcptest.cli.output.reports import Output
from mcptest.errors import UsageError
from mcptest.model.run import Run


def last_run(file: Path | None, output: Output, *, needed: bool) -> Run | None:
    """The saved run; None where none is named and none is ``needed``.

    Raises: UsageError.
    """
    if file is None and not needed:
        return None
    from mcptest.cli.output.saved_run import read_run  # most runs read no other

    if file is not None:
        return read_run(file)
    saved = [path for name, path in output.files if name == "json"]
    if saved:
        return read_run(saved[0]) if saved[0].exists() else None  # the first run of a project
    raise UsageError(
        "last-run-unknown",
        "--last-failed needs the results of an earlier run",
        hint="save each run with --report json=run.json, or name a saved run with --last-run",
    )
