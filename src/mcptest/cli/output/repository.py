"""Make paths relative to the repository, as code hosts show them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from mcptest.model.finding import Finding
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run

_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
_USUAL = ("README.md", "pyproject.toml", "package.json", "go.mod", "Cargo.toml")


def repository_root(environ: Mapping[str, str], folder: Path) -> Path:
    """What CI names if the folder is inside, else the git checkout, else the folder itself."""
    folder = folder.resolve()
    named = [Path(environ[name]).resolve() for name in _ROOTS if environ.get(name)]
    inside = [root for root in named if folder.is_relative_to(root)]
    checkouts = [one for one in (folder, *folder.parents) if (one / ".git").exists()]
    return next(iter([*inside, *checkouts]), folder)


def source_of(words: Iterable[str], root: Path) -> str | None:
    """The file to show for a finding about a live server: what started it, if it is a file here."""
    for word in (*words, *(str(root / name) for name in _USUAL)):
        path = Path(word)
        if os.sep in word or path.suffix:
            resolved = path.resolve()
            if resolved.is_file() and resolved.is_relative_to(root):
                return resolved.relative_to(root).as_posix()
    return None


def relative_to_repository(run: Run, root: Path, source: str | None) -> Run:
    """Every place relative to the root, as annotations and code scanning need it."""
    return replace(run, cases=tuple(_case(case, root) for case in run.cases), source=source)


def _case(case: CaseResult, root: Path) -> CaseResult:
    if not any(finding.where for finding in case.findings):
        return case
    return replace(case, findings=tuple(_finding(one, root) for one in case.findings))


def _finding(finding: Finding, root: Path) -> Finding:
    if finding.where is None:
        return finding
    path = Path(finding.where.file).resolve()
    if not path.is_relative_to(root):
        return finding
    return replace(finding, where=replace(finding.where, file=path.relative_to(root).as_posix()))
