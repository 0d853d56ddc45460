"""The exceptions for user mistakes and bugs in mcptest, each with its exit code.

McptestError              code, message, hint, where, exit code
├── UsageError            flags contradict each other, a file that cannot be used
│   └── NothingSelectedError  the filters left no case
├── FileProblemsError        a file that the user wrote; holds every problem found
├── TargetError           the server cannot be used at all
│   ├── TargetStartError      the command did not start
│   ├── TargetConnectError    the address did not answer
│   ├── TargetHandshakeError  it answered, and not with this protocol
│   │   └── TargetDeniedError     it wants credentials first (401, 403), or fewer requests (429)
│   │       └── SignInError           and they could not be had
│   └── NoAnswerError         it was asked from code, and died, hung or babbled
├── ProtocolViolationError   it was talked to from code, and broke the protocol meanwhile
├── RefusedByPolicyError     what was asked for is not allowed as a whole
├── WriteError            a report or file could not be written
└── InternalError         ours; says how to report it
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from enum import IntEnum
from typing import Final

from mcptest.model.finding import Finding
from mcptest.model.location import Location
from mcptest.model.record import record


class ExitCode(IntEnum):
    """What a caller may branch on."""

    OK = 0
    FAILED = 1
    USAGE = 2
    UNREACHABLE = 3
    INTERNAL = 4
    REFUSED = 5
    BELOW_FLOOR = 6
    NOTHING_SELECTED = 7
    INTERRUPTED = 130
    TERMINATED = 143


class McptestError(Exception):
    """A trouble with a stable code, a message for people and, where it helps, a way out."""

    exit_code = ExitCode.INTERNAL

    def __init__(
        self, code: str, message: str, *, hint: str | None = None, where: Location | None = None
    ) -> None:
        super().__init__(message)
        if hint:
            self.add_note(hint)  # a traceback shows it, where nobody catches this
        self.code = code
        self.message = message
        self.hint = hint
        self.where = where


class UsageError(McptestError):
    exit_code = ExitCode.USAGE


class NothingSelectedError(UsageError):
    exit_code = ExitCode.NOTHING_SELECTED


@record
class Problem:
    """One mistake in a file, with its place."""

    code: str
    message: str
    where: Location | None = None
    hint: str | None = None


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    from difflib import get_close_matches

    folded = {choice.casefold(): choice for choice in known}
    near = get_close_matches(word[:100].casefold(), list(folded), n=1, cutoff=0.6)
    return folded[near[0]] if near else None


def unknown_key(
    key: str, where: str, known: Iterable[str], *, used: Container[str] = ()
) -> tuple[str, str]:
    """The message and the hint: the key that was probably meant, else all that are allowed.

    A key that is ``used`` already was not meant.
    """
    allowed = list(known)
    near = nearest(key, [one for one in allowed if one not in used])
    hint = f'did you mean "{near}"?' if near else f"known keys: {', '.join(allowed)}"
    return f'unknown key "{key}" in {where}', hint


class FileProblemsError(McptestError):
    """A suite, rule, baseline or other file that cannot be used; every problem at once."""

    exit_code = ExitCode.USAGE

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        super().__init__(first.code, first.message, hint=first.hint, where=first.where)
        self.problems = tuple(problems)
        for problem in self.problems:
            self.add_note(f"{problem.where or 'somewhere'}: {problem.message}")


class TargetError(McptestError):
    exit_code = ExitCode.UNREACHABLE


class TargetStartError(TargetError):
    """The command could not be launched."""


class TargetConnectError(TargetError):
    """Nothing answered at the address."""


class TargetHandshakeError(TargetError):
    """It runs and answers, but no session could be opened; a verdict where one was asked for."""

    def __init__(
        self, code: str, message: str, *, hint: str | None = None, reply: object = None
    ) -> None:
        super().__init__(code, message, hint=hint)
        self.reply = reply  # the wire's Reply to the opening request, where there was one


class TargetDeniedError(TargetHandshakeError):
    """The server wants credentials, or others, before it opens a session; this is not a verdict."""


class TargetLimitedError(TargetDeniedError):
    """The server wants fewer requests before it opens a session (429)."""


class SignInError(TargetDeniedError):
    """No access token could be had: discovery, the authorization server or the user said no."""


# Nothing can be judged where one of these is raised, so every command exits with UNREACHABLE.
OUT_OF_REACH: Final = (TargetStartError, TargetConnectError, TargetDeniedError)


class NoAnswerError(TargetError):
    """A call from code got no answer at all; an error that the server sends is an answer."""

    exit_code = ExitCode.FAILED


class ProtocolViolationError(McptestError):
    """A server answered a client, and broke the protocol meanwhile; ``findings`` has each one."""

    exit_code = ExitCode.FAILED

    def __init__(
        self, message: str, findings: Sequence[Finding], *, hint: str | None = None
    ) -> None:
        super().__init__("protocol-violations", message, hint=hint)
        self.findings = tuple(findings)


class RefusedByPolicyError(McptestError):
    exit_code = ExitCode.REFUSED


class WriteError(McptestError):
    exit_code = ExitCode.INTERNAL


class InternalError(McptestError):
    exit_code = ExitCode.INTERNAL
