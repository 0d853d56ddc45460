"""Hands over to the command line, after the one question that needs nothing."""

from __future__ import annotations

import gc
import os
import sys

from mcptest import __version__


def main() -> None:
    """Answer ``--version`` at once; import the command line for everything else."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"mcptest {__version__}\n")
        return
    _prepare_streams()
    gc.disable()  # what a module makes while it is imported is not garbage; the command turns it on
    try:
        from mcptest.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while we were still being imported
        code = 130
    sys.exit(code)


def _prepare_streams() -> None:
    """A closed stream or a narrow encoding must not cost a result."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  kept to the end
            setattr(sys, name, nowhere)
        else:
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
