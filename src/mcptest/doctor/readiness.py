"""The verdicts of a migration, for each rule and for the whole server."""

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
        message = f"requested revision {pinned.plain}, but the server supports {spoken}"
        raise UsageError("doctor-pin", message, hint="omit --spec-version")
    ready = any(version.wire == wanted.wire for version in speaks)
    older = [version for version in speaks if version < wanted]
    spoken = pinned or (older[-1] if older else wanted if ready else speaks[0])
    return Migration(spoken, wanted, ready)


def with_plan(run: Run, migration: Migration) -> Run:
    """Each case with its word, the worst first, and the counts and the verdict as notes."""
    cases = tuple(sorted(map(_worded, run.cases), key=lambda case: _ORDER.index(word_of(case))))
    return replace(run, cases=cases, notes=(*run.notes, *_notes(cases, migration)))


def word_of(case: CaseResult) -> str:
    return _WORDS.get(case.status, CANNOT_TELL)


def _worded(case: CaseResult) -> CaseResult:
    return replace(case, targets={**case.targets, "migration": word_of(case)})


def _notes(cases: tuple[CaseResult, ...], migration: Migration) -> Iterator[str]:
    """Rules only; what breaks beside them is in the findings and in the verdict."""
    rules = {word: [c.rule for c in cases if c.rule and word_of(c) == word] for word in _ORDER}
    old, new = migration.spoken.plain, migration.wanted.plain
    counts = ", ".join(f"{len(rules[word])} {title}" for word, title in _TITLES.items())
    yield f"rules from {old} to {new}: {counts}"
    if removed := migration.diff().summary.removed:
        apply = "applies" if removed == 1 else "apply"
        yield f"{counted(removed, 'rule')} of {old} no longer {apply}"
    for word, title in _TITLES.items():
        if rules[word]:
            yield f"rules {title}: {_listed(rules[word])}"
    yield _verdict(cases, len(rules[BREAKS]), migration)


def _verdict(cases: tuple[CaseResult, ...], to_fix: int, migration: Migration) -> str:
    new = migration.wanted.plain
    if not any(word_of(case) == BREAKS for case in cases):
        return f"ready for {new}: no rule to fix"
    told = f"not ready for {new}: {counted(to_fix, 'rule')} to fix"
    return told if migration.ready else f"{told}, and the server does not support {new} yet"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
