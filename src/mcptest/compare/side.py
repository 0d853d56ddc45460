"""One side of a comparison: a command, a URL, a recording or a git revision."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Final

from mcptest.engine.server import Server
from mcptest.errors import UsageError
from mcptest.model.record import record
from mcptest.recording.format.read import is_recording, read_recording
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.server import replay_target
from mcptest.wire.limits import Limits
from mcptest.wire.target import HttpTarget, StdioTarget

_GIT: Final = "git:"
_LONGEST: Final = 600


@record(kw_only=True)
class SideOptions:
    """How sides are started: ``start`` and ``prepare`` are for revisions of a repository."""

    start: str | None = None
    prepare: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None


@record
class ComparedSide:
    """A server to compare; a recording is one that cannot be judged or timed."""

    label: str
    server: Server
    recording: Recording | None = None


@contextmanager
def opened_side(name: str, spec: str, options: SideOptions) -> Iterator[ComparedSide]:
    """Find out what the text means; what was checked out is removed afterwards.

    Raises: UsageError, FileProblemsError.
    """
    if spec.startswith(_GIT):
        with _checkout(spec.removeprefix(_GIT)) as folder:
            yield ComparedSide(spec, _from_checkout(name, folder, options))
        return
    if spec.startswith(("http://", "https://")):
        target: HttpTarget | StdioTarget = HttpTarget(spec, options.headers)
        yield ComparedSide(spec, _server(name, target, options))
        return
    if is_recording(spec):
        recording = read_recording(spec)
        replayed = replay_target(recording, Matching.RELAXED)
        yield ComparedSide(spec, Server(name=name, target=replayed), recording)
        return
    words = _split(spec, "the command")
    yield ComparedSide(spec, _server(name, StdioTarget(words, options.env), options))


def _server(name: str, target: HttpTarget | StdioTarget, options: SideOptions) -> Server:
    limits = Limits() if options.timeout is None else Limits(timeout=options.timeout)
    return Server(name=name, target=target, limits=limits)


def _from_checkout(name: str, folder: Path, options: SideOptions) -> Server:
    if options.start is None:
        raise UsageError(
            "compare-no-start",
            "a git revision needs --start with the command that starts the server",
            hint='for example: --base git:main --head git:HEAD --start "python server.py"',
        )
    if options.prepare is not None:
        _run(_split(options.prepare, "--prepare"), folder, "--prepare")
    target = StdioTarget(_split(options.start, "--start"), options.env, str(folder))
    return _server(name, target, options)


def _split(text: str, what: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError("compare-command", f"cannot read {what} {text!r}: {error}") from None
    if not words:
        raise UsageError("compare-command", f"{what} is empty")
    return words


@contextmanager
def _checkout(revision: str) -> Iterator[Path]:
    """A second working tree of the repository in the current folder."""
    with tempfile.TemporaryDirectory(prefix="mcptest-compare-") as parent:
        folder = Path(parent, "checkout")
        add = ("git", "worktree", "add", "--detach", "--force", str(folder), revision)
        _demand_revision(revision)
        _run(add, Path.cwd(), "git")
        try:
            yield folder
        finally:
            _run(("git", "worktree", "remove", "--force", str(folder)), Path.cwd(), "git")


def _demand_revision(revision: str) -> None:
    command = (
        "git",
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        f"{revision}^{{commit}}",
    )
    try:
        found = subprocess.run(command, capture_output=True, timeout=_LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return  # the checkout says why
    if found.returncode == 1:
        raise UsageError(
            "compare-command",
            f'git has no revision "{revision}"',
            hint="check --base and --head; if it is on a remote, fetch it first",
        )


def _run(command: tuple[str, ...], folder: Path, what: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError("compare-command", f"{what} failed: {error}") from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:] or ["no output"]
        raise UsageError(
            "compare-command",
            f"{what} failed with exit code {done.returncode}: {last[0][:300]}",
            hint="check that the current folder is in a git repository"
            if what == "git"
            else f"the command was: {shlex.join(command)[:300]}",
        )
