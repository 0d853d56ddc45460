"""The verdicts of a migration in its own words, and the plan that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcptest.doctor.migrate import Migration
from mcptest.errors import UsageError
from mcptest.model.counted import counted
from mcptest.model.outcome import CaseResult, Status
from mcptest.model.run import Run
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.detect import Detection

READY, BREAKS, CANNOT_TELL = "ready", "breaks", "cannot tell"
_WORDS = {Status.PASSED: READY, Status.FAILED: BREAKS, Status.WARNED: BREAKS}
_ORDER = (BREAKS, CANNOT_TELL, READY)
_SHOWN = 12


def plan_migration(
    detection: Detection, wanted: SpecVersion, pinned: SpecVersion | None
) -> Migration:
    """From the newest revision before the wanted one, or the pinned one.

    Raises: UsageError where the server does not speak the pinned one.
    """
    speaks = detection.speaks
    if pinned is not None and pinned not in speaks:
        spoken = ", ".join(version.value for version in speaks)
        message = f"the server does not support {pinned.value}; it supports {spoken}"
        raise UsageError("doctor-pin", message, hint="omit --spec-version")
    ready = any(version.wire == wanted.wire for version in speaks)
    older = [version for version in speaks if version < wanted]
    spoken = pinned or (older[-1] if older else wanted if ready else speaks[0])
    return Migration(spoken, wanted, ready)


def with_plan(run: Run, migration: Migration) -> Run:
    """Each case with its word, the worst first, and the plan as notes."""
    cases = tuple(sorted(map(_worded, run.cases), key=lambda case: _ORDER.index(word_of(case))))
    return replace(run, cases=cases, notes=(*run.notes, *_notes(cases, migration)))


def word_of(case: CaseResult) -> str:
    return _WORDS.get(case.status, CANNOT_TELL)


def _worded(case: CaseResult) -> CaseResult:
    return replace(case, targets={**case.targets, "migration": word_of(case)})


def _notes(cases: tuple[CaseResult, ...], migration: Migration) -> Iterator[str]:
    named = {word: [_part(case) for case in cases if word_of(case) == word] for word in _ORDER}
    counts = migration.diff().summary
    told = f"{len(named[READY])} ready, {len(named[BREAKS])} to fix"
    told += f", {len(named[CANNOT_TELL])} that cannot be checked yet"
    yield f"from {migration.spoken} to {migration.wanted}: {told}"
    if counts.removed:
        yield f"{counted(counts.removed, 'rule')} of {migration.spoken} no longer apply"
    broken = [case for case in cases if word_of(case) == BREAKS]
    for number, case in enumerate(broken, 1):
        yield f"plan {number}: {_part(case)}: {_what_to_do(case)}"
    yield from (f"{word}: {_listed(named[word])}" for word in _ORDER if named[word])


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _what_to_do(case: CaseResult) -> str:
    first = case.findings[0] if case.findings else None
    said = (first.help or first.message) if first else case.name
    return f"{said} ({first.spec})" if first and first.spec else said


def _part(case: CaseResult) -> str:
    return case.rule or case.id.rpartition("::")[2]
