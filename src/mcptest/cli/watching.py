"""Run again whenever a file next to a suite changes."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path

from mcptest.cli.output.errors import show_error
from mcptest.cli.output.reports import Output
from mcptest.errors import ExitCode, McptestError, UsageError

_ENDINGS = (".yml", ".yaml", ".json", ".js", ".ts", ".mjs")
_SOURCES = (".js", ".mjs", ".cjs", ".ts", ".go", ".rs", ".rb", ".php", ".java")
_STOPPED = {ExitCode.INTERRUPTED, ExitCode.TERMINATED}


def run_watching(paths: Sequence[Path], once: Callable[[], int], output: Output) -> int:
    """Until interrupted; the exit code is that of the last run."""
    if output.name != "text":
        raise UsageError("watch-format", "--watch requires --format text")
    _require_watchfiles()
    from watchfiles import PythonFilter, watch

    code = _guarded(once)
    if code in _STOPPED:
        return code
    folders = {path if path.is_dir() else path.resolve().parent for path in paths or [Path.cwd()]}
    sys.stderr.write("watching for changes; press Ctrl-C to stop\n")
    ours = [str(path.resolve()) for _, path in output.files]  # what a run writes starts no run
    interesting = PythonFilter(ignore_paths=ours, extra_extensions=_ENDINGS)
    for _changes in watch(*folders, watch_filter=interesting, raise_interrupt=False):
        code = _guarded(once)
        if code in _STOPPED:
            break
    return code


def changes_in(folders: Sequence[Path]) -> AsyncGenerator[object]:
    """Changes of source files below the folders, for a server that runs from there.

    Raises: UsageError where the extra is not installed.
    """
    _require_watchfiles()
    from watchfiles import PythonFilter, awatch

    return awatch(*folders, watch_filter=PythonFilter(extra_extensions=_SOURCES))


def _require_watchfiles() -> None:
    try:
        import watchfiles  # noqa: F401
    except ImportError as error:
        raise UsageError(
            "extra-missing",
            "--watch requires the watchfiles package",
            hint="install it with: pip install 'mcptest[watch]'",
        ) from error


def _guarded(once: Callable[[], int]) -> int:
    """A suite that is wrong while somebody edits it must not end the watch."""
    try:
        return once()
    except McptestError as error:
        show_error(error)
        return ExitCode(error.exit_code)
