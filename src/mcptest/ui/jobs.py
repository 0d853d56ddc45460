"""Run suites, audits and grades as commands, and pass their events to the page."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from mcptest.errors import UsageError
from mcptest.mcp_server.child import Ended, run_mcptest
from mcptest.mock.caller import PendingCall
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.ui.drafts.expected import mark_savable
from mcptest.ui.feed import Feed

MOST_JOBS: Final = 50
MOST_AT_ONCE: Final = 2
MOST_EVENTS: Final = 5_000
_LONGEST: Final = 4 * 3600.0
_MOST_OUTPUT: Final = 32 * 1024 * 1024
_LONGEST_REPORT: Final = 120.0


@record(frozen=False)
class PageJob:
    """One command under way; ``events`` are what its journal said."""

    number: int
    kind: str  # run | audit | grade
    title: str
    started: float
    repeat: JsonObject
    state: str = "running"  # running | finished | stopped | failed
    exit_code: int | None = None
    problem: str | None = None
    dropped: int = 0
    ended: float | None = None

    @property
    def summary(self) -> JsonObject:
        return {
            "number": self.number,
            "kind": self.kind,
            "title": self.title,
            "started": round(self.started * 1000),
            "ended": self.ended and round(self.ended * 1000),
            "repeat": self.repeat,
            "state": self.state,
            "exit_code": self.exit_code,
            "problem": self.problem,
        }


class Jobs:
    """Every command that the page started; none outlives it."""

    def __init__(self, feed: Feed, folder: Path) -> None:
        self._feed, self._folder = feed, folder
        self._last = 0
        self.kept: dict[int, PageJob] = {}
        self._events: dict[int, list[Json]] = {}
        self._callers: dict[int, PendingCall] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._reports: Path | None = None

    def get(self, number: int) -> PageJob:
        """Raises: UsageError."""
        if number not in self.kept:
            raise UsageError("ui-unknown", f"there is no run {number}")
        return self.kept[number]

    def document(self, number: int) -> JsonObject:
        """A job with everything that it said so far."""
        return {**self.get(number).summary, "events": list(self._events[number])}

    def start(
        self, kind: str, title: str, words: Sequence[str], tail: Sequence[str], repeat: JsonObject
    ) -> PageJob:
        """Begin; events and the end are told on the feed.

        Raises: UsageError where too many are under way.
        """
        if len(self._tasks) >= MOST_AT_ONCE:
            raise UsageError("ui-busy", f"{MOST_AT_ONCE} runs are under way; stop one first")
        self._last += 1
        job = PageJob(self._last, kind, title, time.time(), repeat)
        self._forget_oldest()
        self.kept[job.number], self._events[job.number] = job, []
        self._callers[job.number] = PendingCall()
        report = f"--report=json={self._report(job.number)}"
        line = [*words, "--format=ndjson", report, *tail]
        task = asyncio.ensure_future(self._run(job, line))
        self._tasks[job.number] = task
        task.add_done_callback(lambda _done: self._tasks.pop(job.number, None))
        self._feed.put("job", job.summary)
        return job

    def stop(self, number: int) -> None:
        if number in self._callers:
            self._callers[number].gone.set()

    async def close(self) -> None:
        for caller in self._callers.values():
            caller.gone.set()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._reports is not None:
            shutil.rmtree(self._reports, ignore_errors=True)

    async def report(self, number: int, format_name: str) -> str:
        """The finished run in a format of ``mcptest report``.

        Raises: UsageError.
        """
        job = self.get(number)
        if not self._report(job.number).exists():
            raise UsageError("ui-no-report", "the run has not finished, so it has no report")
        output = bytearray()
        words = ["report", str(self._report(job.number)), f"--format={format_name}"]
        ended = await self._child(words, output.extend, PendingCall(), _LONGEST_REPORT)
        if not output:
            raise UsageError("ui-no-report", ended.stderr or "the report is empty")
        return bytes(output[:_MOST_OUTPUT]).decode("utf-8", "replace")

    async def _run(self, job: PageJob, line: Sequence[str]) -> None:
        loop = asyncio.get_running_loop()

        def hear(text: bytes) -> None:
            loop.call_soon_threadsafe(self._hear, job, text)

        ended = await self._child(line, hear, self._callers[job.number], _LONGEST)
        await asyncio.sleep(0)  # the last lines first
        job.exit_code, job.ended = ended.exit_code, time.time()
        job.state = "stopped" if ended.stopped else "finished"
        if not self._has_ended(job):
            job.problem = ended.stderr or ended.stopped
            job.state = "stopped" if ended.stopped else "failed"
        del self._callers[job.number]
        self._feed.put("job", job.summary)

    async def _child(
        self, words: Sequence[str], on_line: object, caller: PendingCall, seconds: float
    ) -> Ended:
        return await asyncio.to_thread(
            run_mcptest,
            words,
            folder=self._folder,
            seconds=seconds,
            caller=caller,
            on_line=on_line,  # type: ignore[arg-type]
        )

    def _hear(self, job: PageJob, text: bytes) -> None:
        with suppress(ValueError, RecursionError):
            event: Json = json.loads(text)
            mark_savable(event)
            told = self._told(job)
            if len(told) < MOST_EVENTS:
                place = {"number": job.number, "index": len(told)}
                told.append(event)
                self._feed.put("job-event", {**place, "event": event})
            else:
                job.dropped += 1

    def _told(self, job: PageJob) -> list[Json]:
        return self._events.setdefault(job.number, [])

    def _has_ended(self, job: PageJob) -> bool:
        """Whether the journal says so, with a verdict."""
        told = (event for event in self._told(job) if isinstance(event, dict))
        return any(event.get("event") == "run-finished" for event in told)

    def _report(self, number: int) -> Path:
        if self._reports is None:
            self._reports = Path(tempfile.mkdtemp(prefix="mcptest-ui-"))
        return self._reports / f"{number}.json"

    def _forget_oldest(self) -> None:
        over = [n for n, job in self.kept.items() if job.state != "running"]
        for number in over[: max(0, len(self.kept) + 1 - MOST_JOBS)]:
            del self.kept[number], self._events[number]
            self._report(number).unlink(missing_ok=True)
