"""Hands over to the command line, after the one question that needs nothing."""

from __future__ import annotations

import sys

from mcptest import __version__


def main() -> None:
    """Answer ``--version`` at once; import the command line for everything else."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"mcptest {__version__}\n")
        return
    from mcptest.cli.main import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
