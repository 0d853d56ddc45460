"""Suppressed findings, each with a reason, from a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from mcptest.errors import FileProblemsError, Problem, unknown_key
from mcptest.lint.engine import ToolReport, all_rules
from mcptest.lint.rule import FAMILIES
from mcptest.model.counted import counted
from mcptest.model.finding import Finding
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.reading import MIB, CannotReadError, read_whole

_FILES: Final = ("mcptest.toml", "pyproject.toml")
_KEYS: Final = ("rule", "reason", "tool", "pointer")


@record
class Suppression:
    """``tool`` may hold ``*`` and ``?``; ``pointer`` covers all that lies below it."""

    rule: str
    reason: str
    tool: str = "*"
    pointer: str = ""
    where: Location | None = None

    def covers(self, tool: str, finding: Finding) -> bool:
        place = finding.pointer or ""
        below = place == self.pointer or place.startswith(f"{self.pointer}/")
        named = finding.id == self.rule or finding.id.startswith(f"{self.rule}-")
        return named and fnmatchcase(tool, self.tool) and below

    def __str__(self) -> str:
        of = "" if self.tool == "*" else f" of {self.tool}"
        at = f" at {self.pointer}" if self.pointer else ""
        return f"{self.rule}{of}{at}"


@dataclass(slots=True)
class Suppressions:
    """A list that remembers which of its entries were of use."""

    entries: Sequence[Suppression] = ()
    used: set[int] = field(default_factory=set)
    hidden: int = 0

    def apply(self, report: ToolReport) -> ToolReport:
        kept = tuple(f for f in report.findings if not self._hides(report.name, f))
        return replace(report, findings=kept)

    def _hides(self, tool: str, finding: Finding) -> bool:
        matching = {i for i, entry in enumerate(self.entries) if entry.covers(tool, finding)}
        self.used |= matching
        self.hidden += bool(matching)
        return bool(matching)

    def notes(self) -> list[str]:
        """What a reader should know: how much is hidden, and what hides nothing any more."""
        unused = [e for i, e in enumerate(self.entries) if i not in self.used]
        hidden = (
            [f"{counted(self.hidden, 'suppressed finding')}, with reasons"] if self.hidden else []
        )
        stale = [f"unused suppression: {e}{f' ({e.where})' if e.where else ''}" for e in unused]
        return hidden + stale


def find_config(folder: Path) -> Path | None:
    """The nearest file with our table, from a folder upward."""
    for place in (folder, *folder.resolve().parents):
        for name in _FILES:
            path = place / name
            if path.is_file() and (name == "mcptest.toml" or "[tool.mcptest" in _text(path)):
                return path
    return None


def load_suppressions(path: Path) -> list[Suppression]:
    """The ``suppress`` list of ``[tool.mcptest]``; mcptest.toml may leave that heading out.

    Raises: FileProblemsError with every problem.
    """
    text = _text(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        problem = Problem("config-not-toml", f"{path} is not TOML: {trouble}")
        raise FileProblemsError([problem]) from trouble
    own = table.get("tool", {}).get("mcptest", table if path.name == "mcptest.toml" else {})
    reader = _TableReader(path, text)
    found = reader.read(own.get("suppress", []) if isinstance(own, dict) else [])
    if reader.problems:
        raise FileProblemsError(reader.problems)
    return found


def _text(path: Path) -> str:
    try:
        return read_whole(path, limit=MIB).decode()
    except CannotReadError as trouble:
        raise FileProblemsError([Problem("config-unreadable", trouble.about(path))]) from trouble
    except UnicodeDecodeError as trouble:
        problem = Problem("config-unreadable", f"cannot read {path}: {trouble}")
        raise FileProblemsError([problem]) from trouble


class _TableReader:
    """Entries as they are, and everything wrong with them."""

    def __init__(self, path: Path, text: str) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._heads = [
            (number, line)
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip().startswith("[[") and "suppress" in line and "security" not in line
        ]

    def read(self, listed: Any) -> list[Suppression]:
        if not isinstance(listed, list):
            self._complain(
                0, "suppress must be a list of tables", "Write [[tool.mcptest.suppress]]."
            )
            return []
        return [s for i, entry in enumerate(listed) if (s := self._entry(i, entry)) is not None]

    def _entry(self, index: int, entry: Any) -> Suppression | None:
        before = len(self.problems)
        members = entry if isinstance(entry, dict) else {}
        self._keys(index, members)
        for key in _KEYS[:2]:
            if not isinstance(members.get(key), str) or not members[key].strip():
                self._complain(index, f'a suppression needs a "{key}"', f'{key} = "…"')
        self._rule(index, members.get("rule"))
        if len(self.problems) > before:
            return None
        texts = {key: str(value) for key, value in members.items()}
        return Suppression(**texts, where=self._where(index))

    def _keys(self, index: int, members: dict[str, Any]) -> None:
        for key in members:
            if key not in _KEYS:
                self._complain(index, *unknown_key(key, "this suppression", _KEYS))

    def _rule(self, index: int, rule: Any) -> None:
        known = [*FAMILIES, *(rule.id for rule in all_rules())]
        if isinstance(rule, str) and rule.strip() and rule not in known:
            self._complain(index, f'there is no lint rule "{rule}"', _near(rule, known))

    def _complain(self, index: int, message: str, hint: str) -> None:
        where = self._where(index)
        self.problems.append(Problem("config-bad-suppression", message, where, hint))

    def _where(self, index: int) -> Location:
        if index >= len(self._heads):
            return Location(str(self._path), 1, 1)
        number, line = self._heads[index]
        return Location(str(self._path), number, 1, len(line), line)


def _near(word: str, known: Iterable[str]) -> str:
    choices = list(known)
    near = get_close_matches(word, choices, n=1, cutoff=0.4)
    return f'did you mean "{near[0]}"?' if near else f"known: {', '.join(choices[:6])}"
