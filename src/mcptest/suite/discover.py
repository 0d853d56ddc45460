"""Find the suites that ``run [PATH…]`` means."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from mcptest.errors import UsageError

MAIN_NAMES: Final = ("mcptest.yaml", "mcptest.yml")
_ENDINGS: Final = (".mcptest.yml", ".mcptest.yaml")
_SKIPPED: Final = frozenset({"node_modules", "__pycache__", "site-packages"})


def is_suite_name(name: str) -> bool:
    """Whether a file of this name is a suite."""
    return name in MAIN_NAMES or name.endswith(_ENDINGS)


def discover(paths: Sequence[str | os.PathLike[str]], *, folder: str = ".") -> list[Path]:
    """The suites that were named, in order and each once; with no path, what the folder has.

    Raises: UsageError.
    """
    if not paths:
        return _usual(Path(folder))
    found: dict[Path, Path] = {}
    for written in paths:
        for path in _named(Path(written)):
            found.setdefault(path.absolute(), path)
    return list(found.values())


def _usual(folder: Path) -> list[Path]:
    for name in MAIN_NAMES:
        if (folder / name).exists():
            return [folder / name]
    found = list(_below(folder / "tests"))
    if not found:
        raise UsageError(
            "no-suite",
            f"no suite found: looked for {' and '.join(MAIN_NAMES)} in this folder, "
            "and for *.mcptest.yml in tests/",
            hint=_run_this(folder) or "specify a file, or create a suite with mcptest scaffold",
        )
    return found


def _run_this(folder: Path) -> str | None:
    beside = sorted(path.name for path in folder.glob("*.mcptest.yml"))
    return f"run {beside[0]} with `mcptest run {beside[0]}`" if beside else None


def _named(path: Path) -> Iterable[Path]:
    try:
        is_folder, exists = path.is_dir(), os.path.lexists(path)
    except (OSError, ValueError):
        is_folder = exists = False
    if not exists:
        raise UsageError("suite-not-found", f"file or folder not found: {path}", hint=_near(path))
    if not is_folder:
        return [path]
    found = list(_below(path))
    if not found:
        names = ", ".join([*MAIN_NAMES, *(f"*{ending}" for ending in _ENDINGS)])
        raise UsageError(
            "no-suite",
            f"the folder {path} does not contain a suite",
            hint=f"a suite is named {names}",
        )
    return found


def _near(path: Path) -> str | None:
    """A suite in the same folder with a similar name."""
    from difflib import get_close_matches

    try:
        names = [each.name for each in path.parent.iterdir() if is_suite_name(each.name)]
    except (OSError, ValueError):
        return None
    beside = {name.partition(".")[0]: name for name in names}  # the endings are all alike
    near = get_close_matches(path.name.partition(".")[0], beside, n=1)
    return f"did you mean {path.with_name(beside[near[0]])}?" if near else None


def _below(folder: Path) -> Iterator[Path]:
    """Every suite in a folder and the folders in it, sorted; hidden and foreign ones are left."""
    for here, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
        yield from (Path(here, name) for name in sorted(files) if is_suite_name(name))
