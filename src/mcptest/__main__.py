"""Run the command line; ``--version`` is answered without loading it."""

import atexit
import gc
import os
import sys

from mcptest import __version__


def enter() -> None:
    """Run one command line as the whole process, and end it without freeing each object first.

    Exit handlers run in reverse, so ours is the last. Warnings that somebody asked for may come
    while objects are freed: then the interpreter does it all.
    """
    codes: list[int] = []
    if not sys.warnoptions and not sys.flags.dev_mode:
        atexit.register(_end_at_once, codes)
    try:
        main()
    except SystemExit as stop:
        if isinstance(stop.code, int):
            codes.append(stop.code)
        raise


def _end_at_once(codes: list[int]) -> None:
    """Output that cannot be written is left to the interpreter, which says so."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    for code in codes:
        os._exit(code)


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
    enter()
