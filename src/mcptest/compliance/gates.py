"""The gates of a grade: each is one PASS or FAIL line and counts for the exit code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from mcptest.compliance.baseline import Expected, compare
from mcptest.compliance.corpus.version_corpus import Registry, builtin
from mcptest.compliance.revisions.version_diff import Bucket, VersionDiff, diff_versions
from mcptest.compliance.scorecard import delta, load_scorecard
from mcptest.match.expectation import Expectation
from mcptest.match.judge import judge_all
from mcptest.model.counted import counted
from mcptest.model.grade import Compliance, GateVerdict
from mcptest.model.json import Json, MaybeJson
from mcptest.model.outcome import Status
from mcptest.model.record import record
from mcptest.model.run import CallRecord
from mcptest.model.spec_version import SpecVersion
from mcptest.safety.summary import calls_left

SPEC_TARGETS = (
    "spec_clean",
    "spec_breaking_changes",
    "spec_added",
    "spec_removed",
    "spec_unchanged",
)
GRADE_TARGETS = ("grade", "score", "grade_regressed", "regressed_sections")


@record
class SpecVersionCheck:
    """``spec_version_check:``; ``expect`` None takes the defaults."""

    against: SpecVersion | None = None
    expect: tuple[Expectation, ...] | None = None


@record
class GradeDelta:
    """``grade_delta:``; the file may not be there yet."""

    against: Path
    expect: tuple[Expectation, ...] | None = None


def spec_version_gate(
    pinned: SpecVersion, check: SpecVersionCheck, *, registry: Registry | None = None
) -> GateVerdict:
    """Say whether the pinned suite would survive the other revision.

    Raises: FileProblemsError for a corpus that cannot be read.
    """
    name = "spec_version_check"
    if check.against is None:
        return GateVerdict(name, passed=True, note="against: names no revision yet")
    registry = registry or builtin()
    if not registry.has(check.against):
        note = f"there is no corpus for {check.against.value} yet"
        return GateVerdict(name, passed=True, note=note)
    diff = diff_versions(registry.at(pinned), registry.at(check.against))
    changed = [entry.rule_id for entry in diff.entries if entry.bucket is Bucket.CHANGED]
    passed, broken = not changed, ""
    if check.expect is not None:
        judged = _held(name, diff_targets(diff), check.expect)
        passed, broken = judged.passed, f"; {judged.note}"
    if passed:
        return GateVerdict(name, passed=True)
    verb = "changes" if len(changed) == 1 else "change"
    note = f"{counted(len(changed), 'rule')} {verb} from {pinned.plain} to {check.against.plain}"
    note += f" ({', '.join(changed)})" if changed else ""
    command = f"mcptest compliance diff {pinned.value} {check.against.value}"
    note += f"{broken}; run `{command}`, then accept the changes under `expect`"
    return GateVerdict(name, passed=False, note=note)


def diff_targets(diff: VersionDiff) -> dict[str, Json]:
    """What ``expect`` may look at."""

    def ids(bucket: Bucket) -> list[Json]:
        return [entry.rule_id for entry in diff.entries if entry.bucket is bucket]

    return {
        "spec_clean": diff.is_clean(),
        "spec_breaking_changes": ids(Bucket.CHANGED),
        "spec_added": ids(Bucket.ADDED),
        "spec_removed": ids(Bucket.REMOVED),
        "spec_unchanged": ids(Bucket.UNCHANGED),
    }


def grade_gate(check: GradeDelta, now: Compliance, *, server: str) -> GateVerdict:
    """Say whether the grade got worse since the scorecard was saved.

    Raises: FileProblemsError for a scorecard that cannot be compared with.
    """
    saved = load_scorecard(check.against, server=server, spec_version=now.spec_version or "")
    if saved is None:
        note = f"there is no scorecard {check.against} yet; save one with --save-scorecard"
        return GateVerdict("grade_delta", passed=True, note=note)
    targets = delta(saved, now)
    if check.expect is not None:
        return _held("grade_delta", targets, check.expect)
    worse = targets["regressed_sections"]
    assert isinstance(worse, list)
    notes = (
        [f"the grade was {saved.grade}, now it is {now.grade}"]
        if targets["grade_regressed"]
        else []
    )
    notes += [f"lower score in {', '.join(map(str, worse))}"] if worse else []
    if notes:
        notes += ["fix the failed rules, or accept the new grade with --save-scorecard"]
    return GateVerdict("grade_delta", passed=not notes, note="; ".join(notes) or None)


def strict_gate(graded: Compliance) -> GateVerdict:
    """Fails on every rule that warned."""
    warned = [rule.id for rule in graded.rules if rule.status is Status.WARNED]
    note = f"warned: {', '.join(warned)}" if warned else None
    return GateVerdict("strict", passed=not warned, note=note)


def budget_gate(calls: Iterable[CallRecord]) -> GateVerdict | None:
    """Fails if the call budget prevented calls; otherwise None.

    A gate on a grade needs the whole grade.
    """
    left = calls_left(calls)
    if not left:
        return None
    note = (
        f"the call budget ran out, so {left} {'call was' if left == 1 else 'calls were'} not made"
    )
    return GateVerdict("budget", passed=False, note=f"{note}; raise --max-calls")


def _held(
    name: str, targets: Mapping[str, MaybeJson], expect: Sequence[Expectation]
) -> GateVerdict:
    broken = [
        f"{one.expectation.target.text}: {one.expectation.message or one.mismatch.reason}"
        for one in judge_all(expect, targets).broken
    ]
    return GateVerdict(name, passed=not broken, note="; ".join(broken) or None)


def baseline_gate(
    graded: Compliance, expected: tuple[Expected, ...], *, today: date, strict: bool
) -> GateVerdict:
    """Red where a rule fails that is not listed, or where a listed one no longer does."""
    found = compare(graded.rules, expected, today=today)
    notes = [
        f"{word}: {', '.join(rules)}"
        for word, rules in (
            ("unexpected", found.unexpected),
            ("now passing; remove from the baseline", found.stale),
            ("expired", found.expired),
            ("unknown rule; remove from the baseline", found.unknown),
        )
        if rules
    ]
    red = found.is_red or (strict and bool(found.unknown))
    return GateVerdict("baseline", passed=not red, note="; ".join(notes) or None)
