"""What an MCP client would make of an entry in its config: PATH and variables."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from mcptest.doctor.result import step
from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult
from mcptest.wire.target import StdioTarget, Target

# What a program started from the desktop gets, where a terminal would have read a profile first.
DESKTOP_PATH = os.pathsep.join(["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])
_PLACEHOLDER = re.compile(r"\$\{[^}]+\}|<[A-Za-z_ -]+>|YOUR[_-][A-Z_]+")


def check_config(name: str, target: Target, environ: Mapping[str, str]) -> list[CaseResult]:
    """Cases for an entry that can be read; the file itself was read before."""
    if not isinstance(target, StdioTarget):
        return []
    return [
        step(name, "desktop-path", "desktop clients can find the command", *_path(target, environ)),
        step(name, "desktop-files", "file arguments are absolute paths", *_relative(target)),
        step(name, "environment", "environment variables are set", *_variables(target)),
    ]


def _path(target: StdioTarget, environ: Mapping[str, str]) -> Iterator[Finding]:
    program = target.command[0]
    if os.path.dirname(program) or shutil.which(program, path=DESKTOP_PATH):  # noqa: PTH120
        return
    here = shutil.which(program, path=environ.get("PATH", os.defpath))
    if here is not None:
        yield Finding(
            "doctor-desktop-path",
            Severity.WARNING,
            f"{program} is on this terminal's PATH, but not on the PATH of desktop applications",
            help=f"use the full path in the config: {here}",
        )


def _variables(target: StdioTarget) -> Iterator[Finding]:
    for key, value in target.env.items():
        if not value or _PLACEHOLDER.search(value):
            what = "is empty" if not value else "still contains a placeholder"
            yield Finding(
                "doctor-variable",
                Severity.WARNING,
                f"the variable {key} {what}",
                help="the client passes it on unchanged; set the real value",
            )


def _relative(target: StdioTarget) -> Iterator[Finding]:
    """A desktop host starts in a folder of its own, where a file from here is not found."""
    for argument in target.command[1:] if target.cwd is None else ():
        place = Path(argument)
        if place.suffix and not place.is_absolute() and place.is_file():
            yield Finding(
                "doctor-relative-path",
                Severity.WARNING,
                f"{argument} exists only relative to this folder; desktop clients start elsewhere",
                help=f"use the full path in the config: {place.resolve()}",
            )
