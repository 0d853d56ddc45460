"""exit-codes.md: what a caller may branch on."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.errors import ExitCode
from pages.markdown import page, table

_MEANING = {
    ExitCode.OK: "Everything that was asked for held.",
    ExitCode.FAILED: "A test, rule, gate or lint failed.",
    ExitCode.USAGE: "A bad invocation, or a file that cannot be used; nothing was executed.",
    ExitCode.UNREACHABLE: "The server could not be launched or reached.",
    ExitCode.INTERNAL: "An error of ours, or a report or file that could not be written.",
    ExitCode.REFUSED: "What was asked for was refused as a whole by policy.",
    ExitCode.BELOW_FLOOR: "A measured floor was not met (coverage).",
    ExitCode.NOTHING_SELECTED: "Nothing was selected.",
    ExitCode.INTERRUPTED: "Interrupted; what had finished is still reported.",
    ExitCode.TERMINATED: "Terminated; what had finished is still reported.",
}
_INTRO = "Every command ends with one of these."
_NOTES = """\
A server that starts and then crashes, hangs or babbles is a verdict (1), not a 3.
So is one that never gets through the handshake, wherever a verdict was asked for.
For commands that pass no verdict (`tools`, `call`, `scaffold`, `propose`, `schema-lint`, `diff`, `doctor`) a failed handshake is a 3.

Tools that are skipped by policy among others do not change the code; 5 is for a command that had nothing left to do.

The code does not say which test failed: read the [report](reports.md) for that.
"""


def files() -> Iterator[tuple[str, str]]:
    rows = [(str(int(code)), _MEANING[code]) for code in ExitCode]
    text = page("Exit codes", _INTRO, table(("Code", "Meaning"), rows), _NOTES)
    yield "docs/reference/exit-codes.md", text
