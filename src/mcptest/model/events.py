"""What happens during a run, in the past tense; reports read nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.run import CallRecord, Run, ServerFacts


@dataclass(frozen=True, slots=True)
class RunStarted:
    command: str
    started: str
    seed: int | None
    cases: int


@dataclass(frozen=True, slots=True)
class ServerOpened:
    facts: ServerFacts


@dataclass(frozen=True, slots=True)
class CaseStarted:
    id: str
    name: str
    lane: Lane


@dataclass(frozen=True, slots=True)
class CaseFinished:
    result: CaseResult


@dataclass(frozen=True, slots=True)
class CallRecorded:
    record: CallRecord


@dataclass(frozen=True, slots=True)
class Noted:
    """One line a person should see; never part of a verdict."""

    text: str


@dataclass(frozen=True, slots=True)
class RunFinished:
    run: Run


Event: TypeAlias = (
    RunStarted | ServerOpened | CaseStarted | CaseFinished | CallRecorded | Noted | RunFinished
)
