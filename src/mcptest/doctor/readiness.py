"""The verdicts of a migration, for each rule and for the whole server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
_TITLES = {READY: "passed", BREAKS: "failed", CANNOT_TELL: "not checked"}
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
    """Each case with its word, the worst first, and the verdict and the counts as notes."""
    cases = tuple(sorted(map(_worded, run.cases), key=lambda case: _ORDER.index(word_of(case))))
    return replace(run, cases=cases, notes=(*run.notes, *_notes(cases, migration)))


def word_of(case: CaseResult) -> str:
    return _WORDS.get(case.status, CANNOT_TELL)


def _worded(case: CaseResult) -> CaseResult:
    return replace(case, targets={**case.targets, "migration": word_of(case)})


def _notes(cases: tuple[CaseResult, ...], migration: Migration) -> Iterator[str]:
    """The counts of rules and of the other checks, so that they add up to those of the run."""
    rules = [case for case in cases if case.rule]
    others = [case for case in cases if not case.rule]
    old, new = migration.spoken.plain, migration.wanted.plain
    told = f"{new} adds or changes {counted(len(rules), 'rule')} since {old}: {_counts(rules)}"
    more = f"; {counted(len(others), 'other check')}: {_counts(others)}" if others else ""
    yield _verdict(cases, migration)
    yield told + more
    if removed := migration.diff().summary.removed:
        apply = "applies" if removed == 1 else "apply"
        yield f"{counted(removed, 'rule')} of {old} no longer {apply}"
    for word in (READY, BREAKS):
        if named := [case.rule for case in rules if case.rule and word_of(case) == word]:
            yield f"rules that {_TITLES[word]}: {_listed(named)}"


def _counts(cases: Sequence[CaseResult]) -> str:
    words = Counter(map(word_of, cases))
    counts = (f"{words[word]} {title}" for word, title in _TITLES.items() if words[word])
    return ", ".join(counts) or "none"


def _verdict(cases: tuple[CaseResult, ...], migration: Migration) -> str:
    new = migration.wanted.plain
    if not any(word_of(case) == BREAKS for case in cases):
        return f"the server is ready for {new}"
    failed = sum(word_of(case) == BREAKS for case in cases if case.rule)
    told = f"the server is not ready for {new}: {counted(failed, 'rule')} failed"
    return told if migration.ready else f"{told}, and the server does not support {new} yet"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
