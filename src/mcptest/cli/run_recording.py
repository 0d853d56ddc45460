"""``run --record`` and ``run --replay``: record a run, or replay one instead of servers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mcptest.engine.run import RunPlan
from mcptest.errors import UsageError
from mcptest.model.record import record
from mcptest.plan.suites import Loaded
from mcptest.suite.load import ServerSpec
from mcptest.wire.target import MemoryTarget


@record
class Tape:
    """What to record to, or to replay from."""

    to: Path | None = None
    source: Path | None = None
    match: str = "strict"

    def replayed(self, loaded: Loaded) -> Loaded:
        """The same suites with recordings for servers.

        Raises: UsageError, FileProblemsError.
        """
        if self.source is None:
            return loaded
        if self.to is not None:
            raise UsageError("record-and-replay", "--record and --replay cannot be combined")
        from mcptest.recording.replay.matching import Matching
        from mcptest.recording.run import replayed_target

        matching = Matching(self.match)
        used = {case.server for case in loaded.cases}
        servers = tuple(
            _without_waiting(spec, replayed_target(self.source, spec.name, matching))
            if spec.name in used
            else spec
            for spec in loaded.servers
        )
        return replace(loaded, servers=servers)

    def recorded(self, plan: RunPlan) -> RunPlan:
        """The same plan, written down as it runs."""
        if self.to is None:
            return plan
        from mcptest.recording.run import recorded_servers

        servers = recorded_servers(plan.servers, self.to, plan.secrets)
        return replace(plan, servers=servers)


def _without_waiting(spec: ServerSpec, target: MemoryTarget) -> ServerSpec:
    """A recording is ready at once."""
    return replace(spec, target=target, wait_for_ready=None, ready_url=None, ready_command=None)


NO_TAPE = Tape()
