"""``python -m mcptest.mock FILE``: the mock alone, without the command line around it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mcptest.errors import ExitCode, FileProblemsError, McptestError
from mcptest.mock.overrides.override import Override
from mcptest.mock.serve import ServeOptions, parse_address, serve
from mcptest.model.spec_version import SpecVersion


def main(arguments: list[str] | None = None) -> int:
    """Serve; the exit code where the process did not end with it."""
    parser = argparse.ArgumentParser("python -m mcptest.mock", description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--http", metavar="[HOST:]PORT")
    parser.add_argument("--spec-version", type=SpecVersion.parse)
    parser.add_argument("--fault")
    parser.add_argument("--overrides", metavar="FILE", help="overrides, as JSON")
    asked = parser.parse_args(arguments)
    try:
        options = ServeOptions(
            http=None if asked.http is None else parse_address(asked.http),
            version=asked.spec_version,
            fault=asked.fault,
            overrides=_overrides(asked.overrides),
        )
        serve(asked.file, options)
    except McptestError as error:
        for problem in error.problems if isinstance(error, FileProblemsError) else (error,):
            sys.stderr.write(f"error[{problem.code}]: {problem.message}\n")
        return error.exit_code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    return 0


def _overrides(path: str | None) -> tuple[Override, ...]:
    if path is None:
        return ()
    import json

    from mcptest.mock.overrides.read import parse_overrides

    return parse_overrides(json.loads(Path(path).read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main())
