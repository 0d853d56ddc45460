"""Scenarios as cases for the engine: play, judge, and keep what the grade needs."""

from __future__ import annotations

from dataclasses import replace

from mcptest.client.corpus import client_corpus
from mcptest.client.grading import Shown, client_facts, graded
from mcptest.client.judge import judge_log
from mcptest.client.log import ClientLog
from mcptest.client.play import Showing, play
from mcptest.client.starting import ClientEnding, Starter
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.run import Run
from mcptest.model.spec_version import SpecVersion

_STOPPED = "the client was stopped after {seconds:g} s"


class ClientTrial:
    """One client at one revision: the scenarios, and what came of them."""

    def __init__(self, version: SpecVersion, starter: Starter, showings: list[Showing]) -> None:
        self.version = version
        self.shown: list[Shown] = []
        self._starter = starter
        self._showings = showings

    def cases(self) -> list[Case]:
        return [self._case(showing) for showing in self._showings]

    def _case(self, showing: Showing) -> Case:
        async def observe(_ctx: Context) -> Observation:
            return await self._observe(showing)

        return Case(
            id=f"client::{showing.transport}::{showing.scenario.name}",
            name=showing.name,
            lane=Lane.CLIENT,
            observe=observe,
            finding_id=showing.scenario.name,
            tags=(showing.transport,),
        )

    async def _observe(self, showing: Showing) -> Observation:
        log, ending = await play(showing, self._starter)
        return self.judged(showing, log, ending)

    def judged(self, showing: Showing, log: ClientLog, ending: ClientEnding) -> Observation:
        """Judge what was logged; a client that never came gives nothing to judge."""
        looks = tuple(judge_log(client_corpus(self.version), log))
        self.shown.append(Shown(showing, log, looks))
        notes = _notes(showing, ending)
        if not log.connected:
            detail = one_line(f"the client never connected{_words(ending)}", limit=300)
            return Observation(skip=Skip(SkipReason.CANNOT_TELL, detail), notes=notes)
        findings: tuple[Finding, ...] = tuple(f for look in looks for f in look.findings)
        return Observation(findings=findings, notes=notes)

    def finish(self, run: Run) -> Run:
        """The run with its grade, and with who the client is."""
        compliance = graded(self.version, self.shown)
        servers = client_facts(self.version, self.shown)
        return replace(run, compliance=compliance, servers=servers)


def _notes(showing: Showing, ending: ClientEnding) -> tuple[str, ...]:
    if ending.stopped:
        return (_STOPPED.format(seconds=showing.seconds),)
    if ending.crashed:
        return (f"the client was killed by {ending.signal}{_words(ending)}",)
    return ()


def _words(ending: ClientEnding) -> str:
    """Its exit code and its last line on stderr, where they explain something."""
    lines = ending.stderr.strip().splitlines()
    code = f" (exit code {ending.status})" if ending.status else ""
    return f"{code}: {lines[-1]}" if lines else code
