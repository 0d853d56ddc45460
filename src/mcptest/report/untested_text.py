"""What an audit did not test, and why, in words that say what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult, Lane, SkipReason
from mcptest.model.run import Run

_SHOWN = 6
_RULES = {
    SkipReason.CAPABILITY_NOT_DECLARED: "about something that the server does not declare",
    SkipReason.OTHER_TRANSPORT: "about another transport",
    SkipReason.NEEDS_FIXTURE: "in need of a hint of yours, in the compliance block of a suite",
    SkipReason.NOT_APPLICABLE: "about something that was not seen",
    SkipReason.NOT_IN_REVISION: "not in this revision",
    SkipReason.CANNOT_TELL: "for which the server gave no chance",
    SkipReason.BUDGET_EXHAUSTED: "for which no call was left",
    SkipReason.REFUSED_BY_POLICY: "in need of a tool that may not be called",
}
_TOOLS = {
    SkipReason.CANNOT_TELL: "without valid input that could be made up",
    SkipReason.BUDGET_EXHAUSTED: "too slow to be called often, or what was allowed was spent",
    SkipReason.NOT_APPLICABLE: "with a schema that no request can break",
    SkipReason.NEEDS_FIXTURE: "in need of a hint",
}
_PROVES_NOTHING = (
    "never succeeded with generated arguments, so bad input proves nothing; "
    "test them in a suite with args that work"
)
_NEVER = "destructive, never called; --execute-destructive calls once"
_ONCE = "changing things, so one valid call and no bad or odd input"


def untested_lines(run: Run) -> Iterator[str]:
    """A heading and a line for every reason, the most frequent first; nothing where all ran."""
    lines = [*_rules(run.cases), *_tools(run.cases)]
    if lines:
        yield "not tested:"
        yield from lines


def _rules(cases: Iterable[CaseResult]) -> Iterator[str]:
    skipped = [case.skip for case in cases if case.lane is Lane.COMPLIANCE and case.skip]
    reasons = Counter(skip.reason for skip in skipped)
    for reason, count in reasons.most_common():
        yield _line(count, "rules", _RULES.get(reason, reason.value))


def _tools(cases: Iterable[CaseResult]) -> Iterator[str]:
    by_reason: dict[str, dict[str, None]] = {}
    refused = SkipReason.REFUSED_BY_POLICY
    asked = [case for case in cases if case.lane is not Lane.COMPLIANCE and case.skip]
    never = {c.name for c in asked if c.lane is Lane.PROBE and c.skip and c.skip.reason is refused}
    for case in asked:
        assert case.skip is not None
        reason = case.skip.reason
        why = _TOOLS.get(reason, reason.value)
        if reason is refused:
            why = _NEVER if case.name in never else _ONCE
        elif reason is SkipReason.CANNOT_TELL and case.lane is not Lane.PROBE:
            why = _PROVES_NOTHING
        by_reason.setdefault(why, {})[case.name] = None
    for why, names in by_reason.items():
        yield _line(len(names), "tools", f"{why}: {_listed(list(names))}")


def _line(count: int, what: str, why: str) -> str:
    return f"  {count:4} {what if count != 1 else what[:-1]:5}  {why}"


def _listed(names: list[str]) -> str:
    shown = ", ".join(one_line(name, limit=40) for name in names[:_SHOWN])
    rest = len(names) - _SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown
