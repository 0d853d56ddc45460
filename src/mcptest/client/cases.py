"""Scenarios as cases for the engine: play, judge, and keep what the grade needs."""

from __future__ import annotations

from dataclasses import replace

from mcptest.client.absence import absence_text
from mcptest.client.agreed import judge_session
from mcptest.client.grading import Shown, client_facts, graded
from mcptest.client.log import ClientLog
from mcptest.client.play import Showing, play
from mcptest.client.starting import ClientEnding, Starter
from mcptest.client.views.authorization import began_to_sign_in
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.finding import Finding
from mcptest.model.outcome import Lane, Skip, SkipReason
from mcptest.model.run import Run
from mcptest.model.spec_version import SpecVersion

_FAILED = "the client failed"
_NO_SIGN_IN = "the client did not sign in"
_STOPPED = "the client was stopped after {seconds:g} s"
_LEFT = "the client left {what} running when it exited"
_FULL = "the client sent more than mcptest keeps; what came later is not judged"


class ClientTrial:
    """One client at one revision: the scenarios, and what came of them."""

    def __init__(
        self,
        version: SpecVersion,
        starter: Starter,
        showings: list[Showing],
        *,
        absence: str | None = None,
    ) -> None:
        """``absence`` says why no client connected, where its ending does not."""
        self.version = version
        self.shown: list[Shown] = []
        self._starter = starter
        self._showings = showings
        self._absence = absence

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
        looks = tuple(judge_session(self.version, log))
        self.shown.append(Shown(showing, log, looks, ending))
        notes = (*_notes(showing, ending), *((_FULL,) if log.full else ()))
        if not log.connected:
            skip = Skip(SkipReason.CANNOT_TELL, absence_text(log, ending))
            return Observation(skip=skip, notes=notes)
        findings: tuple[Finding, ...] = tuple(f for look in looks for f in look.findings)
        if showing.scenario.protection is not None and not findings and not began_to_sign_in(log):
            return Observation(skip=Skip(SkipReason.CANNOT_TELL, _NO_SIGN_IN), notes=notes)
        return Observation(findings=findings, notes=notes)

    def finish(self, run: Run) -> Run:
        """The run with its grade, and with who the client is."""
        compliance = graded(self.version, self.shown, absence=self._absence)
        servers = client_facts(self.version, self.shown)
        notes = (*run.notes, *_ended_by_force(run))
        return replace(run, compliance=compliance, servers=servers, notes=notes)


def _ended_by_force(run: Run) -> list[str]:
    """Once for all scenarios: where the client did not end by itself, or not alone."""
    where: dict[str, list[str]] = {}
    for case in run.cases:
        for note in case.notes:
            if not note.startswith(_FAILED):
                where.setdefault(note, []).append(case.name)
    return [f"{note} ({_named(names)})" for note, names in where.items()]


def _named(names: list[str]) -> str:
    rest = len(names) - 1
    return f"{names[0]} and {counted(rest, 'more scenario')}" if rest else names[0]


def _notes(showing: Showing, ending: ClientEnding) -> tuple[str, ...]:
    if ending.stopped:
        return (_STOPPED.format(seconds=showing.seconds),)
    notes = []
    if ending.crashed:
        notes.append(f"the client was killed by {ending.signal}")
    elif ending.status:
        notes.append(one_line(f"{_FAILED}{_words(ending)}", limit=300))
    if ending.left:
        notes.append(_LEFT.format(what=counted(ending.left, "process", "processes")))
    return tuple(notes)


def _words(ending: ClientEnding) -> str:
    """Its exit code and its last line on stderr, where they explain something."""
    lines = ending.stderr.strip().splitlines()
    code = f" (exit code {ending.status})"
    return f"{code}: {lines[-1]}" if lines else code
