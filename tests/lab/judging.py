"""What a change did to the verdicts: nothing, what it should, or what it should not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.lab.change import Change
from tests.lab.stages import Verdict

from mcptest.model.outcome import Status

WRONG = {Status.FAILED, Status.WARNED, Status.ERRORED}
Verdicts = Mapping[str, Verdict]


@dataclass(frozen=True)
class Outcome:
    """One change on one server: ``good`` is what the lab demands of it."""

    change: str
    server: str
    revision: str
    transport: str
    good: bool
    how: str  # found | unnamed | warned | missed | unmoved | changed | unreached
    why: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    required: bool = True
    repeated: bool = False  # a verdict moved at first, so the change was tried a second time


def moved(before: Verdicts, after: Verdicts, *, may_apply: bool) -> dict[str, str]:
    """Every rule whose verdict is another."""
    return {
        rule: f"{before[rule].status.value} → {now.status.value}: {now.reason or now.said}"[:400]
        for rule, now in after.items()
        if rule in before and _differs(before[rule], now, may_apply=may_apply)
    }


def _differs(before: Verdict, now: Verdict, *, may_apply: bool) -> bool:
    """A rule that finds something to look at, and likes it, has changed no verdict."""
    if now.status in WRONG or before.status in WRONG:
        gone = may_apply and now.status is Status.SKIPPED
        return before.status is not now.status and not gone
    return now.status is Status.SKIPPED and before.status is Status.PASSED and not may_apply


def judge_legal(
    change: Change, before: Verdicts, after: Verdicts, allowed: frozenset[str]
) -> tuple[bool, str, dict[str, str]]:
    found = moved(before, after, may_apply=change.may_apply)
    left = {rule: text for rule, text in found.items() if rule not in allowed}
    return (not left, "changed" if left else "unmoved", left)


def judge_illegal(
    change: Change, before: Verdicts, after: Verdicts
) -> tuple[bool, str, dict[str, str]]:
    """A must has to fail that did not fail before, and what it says has to name the fault."""
    new = {
        rule: now
        for rule, now in after.items()
        if now.status in WRONG and before[rule].status is not now.status
    }
    failed = {rule: now.said for rule, now in new.items() if now.status is Status.FAILED}
    named = {
        rule: said
        for rule, said in failed.items()
        if not change.about or any(word.lower() in said.lower() for word in change.about)
    }
    if named:
        return True, "found", {rule: said[:200] for rule, said in named.items()}
    how = "unnamed" if failed else "warned" if new else "missed"
    return False, how, {rule: now.said[:300] for rule, now in new.items()}
