"""exit-codes.md: what a caller may branch on."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.errors import ExitCode
from pages.markdown import page, table

_MEANING = {
    ExitCode.OK: "Nothing failed. Warnings and skipped tests do not count.",
    ExitCode.FAILED: "A test, rule, gate or lint failed.",
    ExitCode.USAGE: "A mistake in the command line or in a file; nothing was run.",
    ExitCode.UNREACHABLE: "The server could not be started or reached.",
    ExitCode.INTERNAL: "A bug in mcptest, or a report or file that could not be written.",
    ExitCode.REFUSED: "The policy refused the whole command.",
    ExitCode.BELOW_FLOOR: "Coverage is too low, or the catalog differs from the lock file.",
    ExitCode.NOTHING_SELECTED: "Nothing was selected.",
    ExitCode.INTERRUPTED: "Interrupted; finished checks are reported.",
    ExitCode.TERMINATED: "Terminated; finished checks are reported.",
}
_INTRO = "Every command exits with one of these codes."
_NOTES = """\
If a server starts and then crashes, hangs or sends invalid messages, the code is 1, not 3.
The same applies to a failed handshake, for commands that check a server.
For the others (`tools`, `call`, `send`, `scaffold`, `propose`, `schema-lint`, `security`, `compliance hints`, `diff`, `lock`, `compare`, `doctor`), a failed handshake is 3.

Tools that the policy skips do not change the code; 5 means that nothing was left to do.

The code does not say which test failed; see the [report](reports.md).
"""


def files() -> Iterator[tuple[str, str]]:
    rows = [(str(int(code)), _MEANING[code]) for code in ExitCode]
    text = page("Exit codes", _INTRO, table(("Code", "Meaning"), rows), _NOTES)
    yield "docs/reference/exit-codes.md", text
