"""What happens during a run, in the past tense; reports read nothing else."""

from __future__ import annotations

from typing import TypeAlias

from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.record import record
from mcptest.model.run import CallRecord, Run, ServerFacts


@record
class RunStarted:
    command: str
    started: str
    seed: int | None
    cases: int


@record
class ServerOpened:
    facts: ServerFacts


@record(guarded=False)
class CaseStarted:
    id: str
    name: str
    lane: Lane


@record(guarded=False)
class CaseFinished:
    result: CaseResult


@record
class CallRecorded:
    record: CallRecord


@record
class Noted:
    """One line a person should see; never part of a verdict."""

    text: str


@record
class RunFinished:
    run: Run


Event: TypeAlias = (
    RunStarted | ServerOpened | CaseStarted | CaseFinished | CallRecorded | Noted | RunFinished
)
