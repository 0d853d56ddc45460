"""The options of ``client run``, and the scenarios that they select."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from mcptest.client.access import transports_of
from mcptest.client.play import Showing
from mcptest.client.scenario import Scenario, all_scenarios, find_scenario, scenario_names
from mcptest.errors import NothingSelectedError, UsageError
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion

TRANSPORTS = ("http", "stdio")
MOST_AT_ONCE = 16


@record(kw_only=True)
class ClientFlags:
    """The options as they are."""

    command: tuple[str, ...]
    scenarios: tuple[str, ...]
    version: SpecVersion | None
    transports: tuple[str, ...]
    seconds: float
    jobs: int | None
    env: dict[str, str]
    cwd: str | None
    baseline: Path | None
    strict: bool

    @property
    def played_over(self) -> tuple[str, ...]:
        """The transports that were asked for, by option or by placeholder; HTTP otherwise."""
        return self.transports or transports_of(self.command) or ("http",)

    @property
    def at_once(self) -> int:
        """Scenarios wait more than they work, so two share a core."""
        return self.jobs or min(MOST_AT_ONCE, 2 * max(2, os.cpu_count() or 2))

    def showings(self, version: SpecVersion) -> list[Showing]:
        """Every scenario that was asked for, over every transport that it fits.

        Raises: NothingSelectedError.
        """
        found = list(self._showings(version))
        if not found:
            words = f"no selected scenario can be played at {version.plain} over "
            words += " and ".join(self.played_over)
            hint = "run `mcptest client scenarios` to see which revisions and transports each fits"
            raise NothingSelectedError("client-no-scenario", words, hint=hint)
        return found

    def _showings(self, version: SpecVersion) -> Iterator[Showing]:
        for scenario in self.selected():
            for transport in self.played_over:
                if scenario.fits(version, transport):
                    yield Showing(scenario, version, transport, self.seconds)

    def selected(self) -> list[Scenario]:
        """Raises: UsageError for a name that no scenario has."""
        if not self.scenarios:
            return all_scenarios()
        return [named_scenario(name) for name in self.scenarios]


def named_scenario(name: str) -> Scenario:
    """Raises: UsageError."""
    found = find_scenario(name)
    if found is None:
        near = get_close_matches(name, scenario_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else "run `mcptest client scenarios` to list them"
        raise UsageError("client-unknown-scenario", f'unknown scenario "{name}"', hint=hint)
    return found
