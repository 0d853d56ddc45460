"""What the ordinary tests called and how long it took, for coverage and performance."""

from __future__ import annotations

from collections import defaultdict


class Ledger:
    """Tool names and durations, by server."""

    def __init__(self) -> None:
        self._durations: dict[str, list[float]] = defaultdict(list)
        self._tools: dict[str, set[str]] = defaultdict(set)

    def record(self, server: str, tool: str, duration_ms: float) -> None:
        self._tools[server].add(tool)
        self._durations[server].append(duration_ms)

    def tools(self, server: str) -> frozenset[str]:
        return frozenset(self._tools[server])

    def durations(self, server: str) -> tuple[float, ...]:
        return tuple(self._durations[server])
