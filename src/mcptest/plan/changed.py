"""Which suites are affected by a change in git."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from mcptest.errors import UsageError
from mcptest.suite.load import Suite
from mcptest.suite.snapshots import FOLDER
from mcptest.wire.target import StdioTarget

_WITHIN = 30.0  # seconds for git


def changed_since(revision: str) -> Callable[[Suite], bool]:
    """Whether a suite, or the source of one of its servers, differs from that revision.

    Raises: UsageError.
    """
    root = Path(_git("rev-parse", "--show-toplevel", revision=revision).strip()).resolve()
    _git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}", revision=revision)
    tracked = _git("diff", "--name-only", "-z", "--no-renames", revision, "--", revision=revision)
    new = _git("ls-files", "-z", "--others", "--exclude-standard", "--full-name", revision=revision)
    changed = [root / name for name in (tracked + new).split("\0") if name]

    def concerned(suite: Suite) -> bool:
        places = {place.resolve() for place in _places(suite)}
        return any(_inside(file, place) for file in changed for place in places)

    return concerned


def _inside(file: Path, place: Path) -> bool:
    return file == place or place in file.parents


def _places(suite: Suite) -> Iterator[Path]:
    """Files and folders that the suite is made of."""
    yield suite.path
    yield suite.path.parent / FOLDER / suite.path.name
    for node in suite.blocks.values():
        yield Path(node.source.folder, Path(node.source.name).name)
    for spec in suite.servers.values():
        if isinstance(spec.target, StdioTarget):
            yield from _sources(spec.target)


def _sources(target: StdioTarget) -> Iterator[Path]:
    """The folder of each file that the command names: a program is more than its first file."""
    for word in target.command:
        file = Path(target.cwd or "", word)
        if not word.startswith("-") and file.is_file():
            yield file.parent
    if target.cwd is not None:
        yield Path(target.cwd)


def _git(*words: str, revision: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words],  # noqa: S607 - the git of the user
            capture_output=True,
            timeout=_WITHIN,
            check=True,
        )
    except FileNotFoundError:
        raise UsageError("changed-since", "--changed-since requires git") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = said[0] if said else f"git exited with code {error.returncode}"
        message = f"--changed-since {revision}: {reason}"
        hint = "pass a branch, a tag or a commit of this repository, for example origin/main"
        raise UsageError("changed-since", message, hint=hint) from None
    except subprocess.TimeoutExpired:
        message = f"--changed-since {revision}: git did not finish within {_WITHIN:g} s"
        raise UsageError("changed-since", message) from None
    return done.stdout.decode("utf-8", "surrogateescape")
