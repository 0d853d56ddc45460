"""Show progress as one line on a terminal's stderr."""

from __future__ import annotations

import sys

from mcptest.model.escape import one_line
from mcptest.model.events import CaseFinished, CaseStarted, Event, RunStarted
from mcptest.report.words import STAGES


class Progress:
    """Rewrites its own line; in an audit it names the stage too."""

    def __init__(self) -> None:
        self._total = 0
        self._done = 0
        self._staged = False

    def __call__(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._total, self._staged = event.cases, event.command == "audit"
        elif isinstance(event, CaseStarted):
            stage = f"{STAGES[event.lane]}: " if self._staged else ""
            self.say(f"{self._done}/{self._total} {stage}{one_line(event.name, limit=60)}")
        elif isinstance(event, CaseFinished):
            self._done += 1

    def say(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        self.say("")
