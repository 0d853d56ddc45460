"""Load a suite and the files it imports, each once, imports first."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.model.record import record
from mcptest.suite.scope import Invalid, Scope
from mcptest.suite.shape import ListOf, Text
from mcptest.suite.yaml.node import Node
from mcptest.suite.yaml.source import load_source, parse_source

MAX_DEPTH: Final = 16
MAX_FILES: Final = 200
IMPORTS: Final = ListOf(Text(label="a path"))
_ROOT_MARKS: Final = (".git", "mcptest.yml", "mcptest.yaml")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def load_tree(
    path: str | os.PathLike[str],
    problems: list[Problem],
    *,
    text: str | None = None,
    within: Path | None = None,
) -> list[Node]:
    """Every file, the suite itself last; trouble with an import is noted at its place.

    ``text`` stands for what the suite's file holds; imports never leave ``within``.
    Raises: FileProblemsError where the suite itself cannot be read.
    """
    main = Path(path)
    if text is None:
        node = load_source(main)
    else:
        node = parse_source(text, name=str(main), folder=str(main.absolute().parent))
    walk = _Walk(problems, _narrower(find_root(main), within))
    walk.follow(node, (main,))
    return [*walk.files.values(), node]


def find_root(path: Path) -> Path:
    """The folder that imports must stay in: the project's where it can be told, else its own."""
    folder = path.resolve().parent
    for candidate in (folder, *folder.parents):
        if any((candidate / mark).exists() for mark in _ROOT_MARKS):
            return candidate
    return folder


def _narrower(root: Path, within: Path | None) -> Path:
    return root if within is None or root.is_relative_to(within) else within


@record(frozen=False)
class _Walk:
    problems: list[Problem]
    root: Path
    files: dict[Path, Node] = field(default_factory=dict)

    def follow(self, node: Node, chain: tuple[Path, ...]) -> None:
        for entry in self._entries(node):
            path = self._target(entry, chain)
            if isinstance(path, Problem):
                self.problems.append(path)
                continue
            loaded = None if path.resolve() in self.files else self._load(path, entry)
            if loaded is not None:
                self.follow(loaded, (*chain, path))
                self.files[path.resolve()] = loaded

    def _entries(self, node: Node) -> Iterator[Node]:
        imports = node.get("imports")
        if imports is not None and not isinstance(
            IMPORTS.read(imports, self.problems, Scope()), Invalid
        ):
            yield from imports

    def _target(self, entry: Node, chain: tuple[Path, ...]) -> Path | Problem:
        written = str(entry.value)
        path = chain[-1].parent / written
        try:
            real = path.resolve()
        except (OSError, ValueError, RuntimeError) as error:
            return _refusal("import-missing", f"cannot import {written}: {error}", entry)
        if _ADDRESS.match(written) or not real.is_relative_to(self.root):
            message = f"{written} is outside {self.root}; only files inside it can be imported"
            return _refusal("import-outside", message, entry)
        if real in [step.resolve() for step in chain]:
            names = " -> ".join([*(step.name for step in chain), path.name])
            return _refusal("import-cycle", f"circular import: {names}", entry)
        if len(chain) > MAX_DEPTH or len(self.files) >= MAX_FILES:
            message = (
                f"imports are nested more than {MAX_DEPTH} levels deep, or there are more "
                f"than {MAX_FILES} files"
            )
            return _refusal("import-depth", message, entry)
        return path

    def _load(self, path: Path, entry: Node) -> Node | None:
        try:
            return load_source(path)
        except FileProblemsError as error:
            if error.code in {"suite-not-found", "suite-unreadable"}:
                self.problems.append(_refusal("import-missing", error.message, entry))
            else:
                self.problems.extend(error.problems)
            return None


def _refusal(code: str, message: str, entry: Node) -> Problem:
    return Problem(f"suite-{code}", message, entry.where)
