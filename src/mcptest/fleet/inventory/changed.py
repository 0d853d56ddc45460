"""Which servers are affected by a change in git.

To a server belong its entry in the fleet file (or in the host's file that is imported), its suite
with the folder that it lies in, its ``cwd``, and what its command names: a folder with all that is
in it, a file with the project that it is part of (the nearest folder above with a ``package.json``,
``pyproject.toml``, ``go.mod`` or ``Cargo.toml``), or else with its own folder. The top of the
repository is never such a folder, since everything would be everyone's.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, UsageError
from mcptest.fleet.inventory.fleet import Fleet, FleetServer
from mcptest.fleet.inventory.load import load_fleet

_GIT_TIMEOUT: Final = 60.0
_PROJECT: Final = ("package.json", "pyproject.toml", "go.mod", "Cargo.toml")


def changed_servers(fleet: Fleet, since: str, *, env: Mapping[str, str]) -> frozenset[str]:
    """The names of the servers that differ from what ``since`` has, with what is not committed.

    Raises: UsageError where git cannot tell.
    """
    folder = fleet.path.absolute().parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").strip()).resolve()
    base = _git(folder, "merge-base", since, "HEAD").strip()
    listed = _git(top, "diff", "--name-only", "-z", base, "--").split("\0")
    fresh = _git(top, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    files = {(top / name).resolve() for name in (*listed, *fresh) if name}
    before = _forms_before(fleet, top, base, env)
    touched = {server.name for server in fleet.servers if _touches(server, files, top)}
    entries = {s.name for s in fleet.servers if before is None or before.get(s.name) != s.form}
    return frozenset(touched | entries)


def _forms_before(
    fleet: Fleet, top: Path, base: str, env: Mapping[str, str]
) -> Mapping[str, object] | None:
    """The entries as they were; None where the file was not there or could not be read."""
    from tempfile import TemporaryDirectory

    path = fleet.path.resolve()
    if not path.is_relative_to(top):
        return {server.name: server.form for server in fleet.servers}
    with TemporaryDirectory(prefix="mcptest-fleet-") as temp:
        try:
            for name in [path, *_imports(fleet)]:
                relative = name.relative_to(top).as_posix()
                copy = Path(temp, relative)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(_git(top, "show", f"{base}:{relative}"), encoding="utf-8")
            old = load_fleet(Path(temp, path.relative_to(top)), env=env)
        except (UsageError, FileProblemsError, ValueError, OSError):
            return None
    return {server.name: server.form for server in old.servers}


def _imports(fleet: Fleet) -> Iterator[Path]:
    files = {Path(server.where.file).resolve() for server in fleet.servers}
    yield from sorted(files - {fleet.path.resolve()})


def _touches(server: FleetServer, files: set[Path], top: Path) -> bool:
    roots = [root for root in _roots(server, top) if root != top and root.is_relative_to(top)]
    return any(file == root or file.is_relative_to(root) for root in roots for file in files)


def _roots(server: FleetServer, top: Path) -> Iterator[Path]:
    """Files and folders that make the server what it is."""
    if server.suite is not None:
        yield server.suite.resolve()
        yield server.suite.resolve().parent
    cwd = server.form.get("cwd")
    start = Path(server.folder, cwd).resolve() if isinstance(cwd, str) else Path.cwd()
    if isinstance(cwd, str):
        yield start
    for word in _words(server):
        path = Path(os.path.normpath(start / word))
        if path.is_dir():
            yield path.resolve()
        elif path.is_file():
            yield path.resolve()
            yield _project(path.resolve(), top)


def _project(file: Path, top: Path) -> Path:
    """A built file is seldom committed, but the project it was built from is."""
    for folder in file.parents:
        if not folder.is_relative_to(top) or folder == top:
            break
        if any((folder / mark).is_file() for mark in _PROJECT):
            return folder
    return file.parent


def _words(server: FleetServer) -> Sequence[str]:
    words: list[str] = []
    for key in ("command", "args"):
        written = server.form.get(key)
        if isinstance(written, str):
            words += written.split()
        elif isinstance(written, list):
            words += [part for part in written if isinstance(part, str)]
    folder = server.folder
    return [word.replace("${CONFIG_DIR}", folder) for word in words if word]


def _hint(reason: Sequence[str]) -> str:
    if reason and "not a git repository" in reason[0]:
        return "the fleet file is not in a git repository; omit --changed-since"
    return "use a commit, branch or tag that exists in this clone; a shallow clone may lack it"


def _git(folder: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments],  # noqa: S607  (the user's own git)
            capture_output=True,
            check=True,
            timeout=_GIT_TIMEOUT,
        )
    except FileNotFoundError:
        raise UsageError("fleet-git", "--changed-since requires git, which was not found") from None
    except subprocess.SubprocessError as error:
        said = getattr(error, "stderr", None) or b""
        reason = said.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(
            "fleet-git",
            f"git could not list the changes: {(reason[0] if reason else error)}",
            hint=_hint(reason),
        ) from error
    return done.stdout.decode("utf-8", "surrogateescape")
