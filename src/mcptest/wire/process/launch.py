"""Find the program of a command, and explain why it cannot be started."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from mcptest.errors import TargetStartError
from mcptest.wire.target import StdioTarget

_SPECIAL = frozenset('"%!^&|<>\n\r')


def find_program(target: StdioTarget, environment: Mapping[str, str]) -> str:
    """The file to execute.

    Raises: TargetStartError.
    """
    program = _find(target, environment)
    if sys.platform == "win32":
        check_batch_arguments(program, target.command[1:])
    return program


def _find(target: StdioTarget, environment: Mapping[str, str]) -> str:
    if not target.command or not target.command[0]:
        raise TargetStartError("launch-not-found", "the command is empty")
    _check_folder(target.cwd)
    name = target.command[0]
    path = environment.get("PATH", os.defpath)
    if os.path.dirname(name):  # noqa: PTH120 - "./x" must stay different from "x"
        return _file_at(name, target.cwd or ".")
    from shutil import which

    found = which(name, path=path if name != "mcptest" else _with_our_own(path))
    if found is None:
        raise _not_found(name, path)
    return os.path.abspath(found)  # noqa: PTH100 - links must not be resolved


def _with_our_own(path: str) -> str:
    """A suite that runs our mock means this very mcptest, also where it is not on PATH."""
    return os.pathsep.join([str(Path(sys.executable).parent), path])


def start_error(target: StdioTarget, program: str, error: Exception) -> TargetStartError:
    """What the operating system's refusal means for the user."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EACCES:
        return _not_permitted(program)
    if number == errno.ENOENT:
        interpreter = _interpreter(program)
        named = f" ({interpreter})" if interpreter else ""
        return TargetStartError(
            "launch-exec",
            f"{program} exists, but the interpreter{named} in its first line does not",
            hint="Install the interpreter, or fix the first line of the script.",
        )
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return TargetStartError(
        "launch-exec",
        f"{program} could not be executed: {reason}",
        hint="A script needs a first line such as #!/usr/bin/env python3; a binary must be built"
        f" for this system. The command was: {' '.join(target.command)[:300]}",
    )


def _check_folder(cwd: str | None) -> None:
    if cwd is not None and not Path(cwd).is_dir():
        what = "is not a directory" if Path(cwd).exists() else "does not exist"
        raise TargetStartError(
            "launch-cwd",
            f"the working directory {cwd} {what}",
            hint="Fix cwd. A relative path starts at the directory where mcptest runs.",
        )


def _searched(name: str, folder: str) -> str:
    if Path(name).is_absolute():
        return "Check the path of the server's command."
    where = Path(folder).absolute()
    return f"mcptest looks for a relative path in the folder of the suite, then in {where}."


def _file_at(name: str, folder: str) -> str:
    path = Path(folder, name)
    if not path.exists():
        near = _near(path.name, (each.name for each in _entries(str(path.parent))))
        raise TargetStartError(
            "launch-not-found", f"file not found: {path}{near}", hint=_searched(name, folder)
        )
    if path.is_dir() or not os.access(path, os.X_OK):
        raise _not_permitted(name)
    return os.path.abspath(path)  # noqa: PTH100 - links must not be resolved


def _not_permitted(program: str) -> TargetStartError:
    return TargetStartError(
        "launch-permission",
        f"{program} is not executable",
        hint=f"Run chmod +x {program}, or start it through its interpreter.",
    )


def _not_found(name: str, path: str) -> TargetStartError:
    on_path = (entry.name for folder in path.split(os.pathsep) for entry in _entries(folder))
    return TargetStartError(
        "launch-not-found",
        f"command not found: {name}{_near(name, on_path)}",
        hint="Install it, add its folder to PATH, or use its full path.",
    )


def _entries(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder or ".") as entries:
            yield from entries
    except OSError:
        return


def _near(name: str, known: Iterator[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(set(known)), n=3, cutoff=0.75)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _interpreter(program: str) -> str | None:
    try:
        with Path(program).open("rb") as script:
            first = script.readline(256)
    except OSError:
        return None
    if not first.startswith(b"#!"):
        return None
    return first[2:].strip().decode("utf-8", "replace")


def check_batch_arguments(program: str, arguments: tuple[str, ...]) -> None:
    """Refuse what cmd.exe, through which Windows runs batch files, would read as its language.

    Raises: TargetStartError.
    """
    batch = program.lower().endswith((".bat", ".cmd"))
    if batch and any(_SPECIAL & set(argument) for argument in arguments):
        raise TargetStartError(
            "launch-argument",
            f"{program} is a batch file, and an argument contains a special character",
            hint="Run the program that the batch file starts directly.",
        )
