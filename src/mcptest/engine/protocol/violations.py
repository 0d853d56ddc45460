"""The protocol violations of one server or one test, each once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcptest.model.finding import Finding

MOST: Final = 100  # different ones; a server that finds more ways has been told enough


class Violations:
    """In the order of their first appearance; ``total`` counts the repeated ones, too."""

    def __init__(self) -> None:
        self.total = 0
        self._found: dict[tuple[str, str], Finding] = {}

    def add(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.total += 1
            key = (finding.id, finding.message)
            if key not in self._found and len(self._found) < MOST:
                self._found[key] = finding

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._found.values())

    def clear(self) -> None:
        self.total = 0
        self._found.clear()
