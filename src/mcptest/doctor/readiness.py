"""The verdicts of a migration, and the plan that follows from them."""

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
_TITLES = {READY: "ready", BREAKS: "to fix", CANNOT_TELL: "not checked"}
_SHOWN = 12


def plan_migration(
    detection: Detection, wanted: SpecVersion, pinned: SpecVersion | None
) -> Migration:
    """From the newest revision before the wanted one, or the pinned one.

    Raises: UsageError where the server does not speak the pinned one.
    """
    speaks = detection.speaks
    if pinned is not None and pinned not in speaks:
        spoken = ", ".join(version.plain for version in speaks)
        message = f"the server does not support {pinned.plain}; it supports {spoken}"
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
    by_word = {word: [case for case in cases if word_of(case) == word] for word in _ORDER}
    old, new = migration.spoken.plain, migration.wanted.plain
    counts = ", ".join(f"{len(by_word[word])} {title}" for word, title in _TITLES.items())
    yield f"from {old} to {new}: {counts}"
    if removed := migration.diff().summary.removed:
        yield f"{counted(removed, 'rule')} of {old} no longer apply"
    for number, case in enumerate(by_word[BREAKS], 1):
        yield f"step {number}: {_what_to_do(case)}"
    for word, title in _TITLES.items():
        if rules := [case.rule for case in by_word[word] if case.rule]:
            yield f"rules {title}: {_listed(rules)}"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _what_to_do(case: CaseResult) -> str:
    first = case.findings[0] if case.findings else None
    said = (first.help or first.message) if first else case.name
    where = f" ({first.spec})" if first and first.spec else ""
    return f"{case.rule}: {said}{where}" if case.rule else f"{said}{where}"
