"""Run an mcptest command for an agent, and return a digest or its output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mcptest.errors import ExitCode, McptestError, UsageError
from mcptest.mcp_server.child import Ended, run_mcptest
from mcptest.mcp_server.digest import Digest
from mcptest.mcp_server.tool import TEXT, closed
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject
from mcptest.model.record import record

SUITE: Final = closed({"suite": TEXT, "notes": TEXT})
_MOST_OUTPUT: Final = 2 * 1024 * 1024
_JUDGED: Final = {ExitCode.OK, ExitCode.FAILED, ExitCode.BELOW_FLOOR}


@record
class Printed:
    """What a command printed, and what it said beside that."""

    output: bytes
    notes: str

    def as_suite(self) -> JsonObject:
        """What the schema ``SUITE`` says."""
        return {"suite": self.output.decode("utf-8", "replace"), "notes": self.notes}


def judge(
    arguments: Sequence[str],
    *,
    tail: Sequence[str],
    context: ToolContext,
    caller: PendingCall,
    seconds: float,
) -> JsonObject:
    """Run a command that passes verdicts, and tell what it found.

    Raises: McptestError where it never got so far.
    """
    _demand_words([*arguments, *tail])
    digest = Digest(caller)
    ended = run_mcptest(
        [*arguments, "--format=ndjson", *tail],
        folder=context.workspace.root,
        seconds=seconds,
        caller=caller,
        on_line=digest,
    )
    if ended.exit_code not in _JUDGED and not (ended.stopped and digest.has_begun):
        raise _trouble(ended)
    return digest.result(ended.exit_code, ended.stopped)


def output_of(
    arguments: Sequence[str],
    *,
    tail: Sequence[str],
    context: ToolContext,
    caller: PendingCall,
    seconds: float,
) -> Printed:
    """Run a command for what it prints.

    Raises: McptestError where it did not succeed, or printed too much.
    """
    _demand_words([*arguments, *tail])
    output = bytearray()

    def keep(line: bytes) -> None:
        if len(output) <= _MOST_OUTPUT:
            output.extend(line)

    ended = run_mcptest(
        [*arguments, *tail],
        folder=context.workspace.root,
        seconds=seconds,
        caller=caller,
        on_line=keep,
    )
    if ended.exit_code != ExitCode.OK:
        raise _trouble(ended)
    if len(output) > _MOST_OUTPUT:
        words = f"the output is larger than {_MOST_OUTPUT // (1024 * 1024)} MiB"
        raise UsageError(
            "agent-answer-too-long", words, hint="run the command in a terminal instead"
        )
    return Printed(bytes(output), ended.stderr)


def _demand_words(words: Sequence[str]) -> None:
    if any("\0" in word for word in words):
        raise UsageError("agent-argument", "an argument contains a NUL character")


def _trouble(ended: Ended) -> McptestError:
    """The command's own error message, which has a code and a hint."""
    if ended.stopped:
        hint = "raise timeout_seconds" if "time limit" in ended.stopped else None
        return UsageError("agent-stopped", ended.stopped, hint=hint)
    words = ended.stderr or f"the command exited with code {ended.exit_code} and no output"
    return UsageError("agent-command-failed", words)
