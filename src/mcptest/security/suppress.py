"""Suppressed findings, each with a reason and an expiry date."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from mcptest.errors import FileProblemsError, Problem, unknown_key
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.reading import MIB, CannotReadError, read_whole
from mcptest.security.engine import Located, all_rules

_NEEDED: Final = ("rule", "tool", "reason", "until")
_KEYS: Final = (*_NEEDED, "pointer", "hash")
_HEAD: Final = re.compile(r"\s*\[\[.*security\.suppress\]\]")


@record
class SecuritySuppression:
    """``pointer`` covers all that lies below it; ``hash`` binds the entry to one text."""

    rule: str
    tool: str
    reason: str
    until: date
    pointer: str = ""
    hash: str = ""
    where: Location | None = None

    def covers(self, located: Located) -> bool:
        place = located.finding.pointer or ""
        below = place == self.pointer or place.startswith(f"{self.pointer}/")
        named = located.finding.id == self.rule and fnmatchcase(located.name, self.tool)
        facts = located.finding.security
        same = not self.hash or (facts is not None and facts.text_hash == self.hash)
        return named and below and same

    def __str__(self) -> str:
        at = f" at {self.pointer}" if self.pointer else ""
        return f"{self.rule} of {self.tool}{at}"


def load_security_suppressions(path: Path) -> list[SecuritySuppression]:
    """The ``[[security.suppress]]`` tables of mcptest.toml, or of ``[tool.mcptest]``.

    Raises: FileProblemsError with every problem.
    """
    try:
        text = read_whole(path, limit=MIB).decode()
        table = tomllib.loads(text)
    except (CannotReadError, UnicodeDecodeError) as trouble:
        raise _problem("config-unreadable", f"{path} cannot be read: {trouble}") from trouble
    except tomllib.TOMLDecodeError as trouble:
        raise _problem("config-not-toml", f"{path} is not TOML: {trouble}") from trouble
    own = table.get("tool", {}).get("mcptest", table if path.name == "mcptest.toml" else {})
    block = own.get("security", {}) if isinstance(own, dict) else {}
    listed = block.get("suppress", []) if isinstance(block, dict) else []
    reader = _SuppressionReader(path, text)
    found = reader.read(listed)
    if reader.problems:
        raise FileProblemsError(reader.problems)
    return found


def _problem(code: str, words: str) -> FileProblemsError:
    return FileProblemsError([Problem(code, words)])


class _SuppressionReader:
    """Entries as they are, and everything wrong with them."""

    def __init__(self, path: Path, text: str) -> None:
        self.problems: list[Problem] = []
        self._path = path
        lines = enumerate(text.splitlines(), 1)
        self._heads = [(number, line) for number, line in lines if _HEAD.match(line)]

    def read(self, listed: Any) -> list[SecuritySuppression]:
        if not isinstance(listed, list):
            self._complain(0, "suppress must be a list of tables", "write [[security.suppress]]")
            return []
        return [s for i, entry in enumerate(listed) if (s := self._entry(i, entry)) is not None]

    def _entry(self, index: int, entry: Any) -> SecuritySuppression | None:
        before = len(self.problems)
        members: dict[str, Any] = entry if isinstance(entry, dict) else {}
        for key in members:
            if key not in _KEYS:
                self._complain(index, *unknown_key(key, "this suppression", _KEYS))
        for key in _NEEDED:
            if not str(members.get(key, "")).strip():
                self._complain(index, f'a security suppression needs "{key}"', f'{key} = "…"')
        self._rule(index, members.get("rule"))
        until = self._day(index, members.get("until"))
        if len(self.problems) > before or until is None:
            return None
        texts = {key: str(value) for key, value in members.items() if key != "until"}
        return SecuritySuppression(**texts, until=until, where=self._where(index))

    def _rule(self, index: int, rule: Any) -> None:
        known = [one.id for one in all_rules()]
        if isinstance(rule, str) and rule and rule not in known:
            self._complain(index, f'there is no security rule "{rule}"', _near(rule, known))

    def _day(self, index: int, until: Any) -> date | None:
        if isinstance(until, date):
            return until
        try:
            return date.fromisoformat(str(until))
        except ValueError:
            if until:
                self._complain(index, f'"{until}" is not a date', 'until = "2027-01-31"')
            return None

    def _complain(self, index: int, message: str, hint: str) -> None:
        where = self._where(index)
        self.problems.append(Problem("config-bad-suppression", message, where, hint))

    def _where(self, index: int) -> Location:
        if index >= len(self._heads):
            return Location(str(self._path), 1, 1)
        number, line = self._heads[index]
        return Location(str(self._path), number, 1, len(line), line)


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.4)
    return f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known[:6])}"
