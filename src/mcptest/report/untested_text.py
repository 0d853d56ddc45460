"""List what an audit did not test, why, and what to do about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult, Lane, Skip, SkipReason
from mcptest.model.run import Run

_SHOWN = 6
_WHOLE = 400  # a reason that is cut says nothing
_FEW = 3  # reasons that are shown without -v
_SEE_WHY = " (use -v to see why)"
_RULES = {
    SkipReason.CAPABILITY_NOT_DECLARED: "for a capability that the server does not declare",
    SkipReason.OTHER_TRANSPORT: "for another transport",
    SkipReason.NEEDS_FIXTURE: "requiring a fixture (see `mcptest compliance hints`, and pass "
    "--hint KEY=VALUE)",
    SkipReason.NOT_APPLICABLE: "for features that the server did not use during the run",
    SkipReason.NOT_IN_REVISION: "not in this revision",
    SkipReason.CANNOT_TELL: f"inconclusive on this server{_SEE_WHY}",
    SkipReason.BUDGET_EXHAUSTED: "skipped because the call budget ran out (raise --max-calls)",
    SkipReason.REFUSED_BY_POLICY: "requiring a call that the safety policy does not allow "
    "(see --fuzz-presumed, --execute-destructive and --call-only)",
}
_TOOLS = {
    SkipReason.CANNOT_TELL: "not called, because no valid arguments could be generated "
    "(give them with --hint tool_args.TOOL=ARGUMENTS)",
    SkipReason.BUDGET_EXHAUSTED: "skipped because the call budget ran out (raise --max-calls)",
    SkipReason.NOT_APPLICABLE: "with a schema that accepts everything",
    SkipReason.NEEDS_FIXTURE: "requiring a fixture (see compliance.hints in the suite reference)",
}
_ELSEWHERE = "requiring a fixture (give it to `mcptest compliance run` with --hint KEY=VALUE)"
_HINT = re.compile(r"compliance\.hints\.(\w+)")
_LEFT = "{left out}"  # stands for what the checks that were skipped would have done
_BAD_CALLS = {Lane.FUZZ: "fuzzed", Lane.NEGATIVE_PATH: "tested with bad input"}
_PROVES_NOTHING = (
    f"{_LEFT}, because no valid call succeeded "
    "(give working arguments with --hint tool_args.TOOL=ARGUMENTS)"
)
_AS_TASK = "must be called as a task"
_TASK = "only callable as a task"
_TASK_RULES = "called only by protocol rules, as a task"
_TOO_FAST = "HTTP 429"
_LIMITED = "not tested, because the server limits the rate of requests (HTTP 429)"
_SLOW = f"slower than --slow-after, so {_LEFT}"
_NEVER = "destructive, not called (use --execute-destructive to call each once)"
_HELD_BACK = "not called because of --call-only"
_ALREADY = "already called once"
_ONCE = f"called once with valid arguments, {_LEFT}"
_NOT_INVALID = "not called with invalid arguments, because that may change data"
_PRESUMED = f"{_ONCE} (annotate with readOnlyHint, or pass --fuzz-presumed)"


def untested_lines(run: Run, *, verbose: bool = False) -> Iterator[str]:
    """A heading and a line for every reason, the most frequent first; nothing where all ran."""
    lines = [*_rules(run.cases, what=_what(run), verbose=verbose), *_tools(run)]
    if lines:
        yield "not tested:"
        yield from lines


def untested_rules(run: Run) -> Iterator[str]:
    """The same for a grade or a migration, which has rules only."""
    moving = run.command == "doctor"
    lane = Lane.DOCTOR if moving else Lane.COMPLIANCE
    lines = list(_rules(run.cases, lane, see_why=False, what=_what(run)))
    if lines:
        yield "not tested (use -v to list them):"
        yield from lines


def _what(run: Run) -> str:
    """A rule that is checked at several revisions is several checks; so is all of a migration."""
    if run.command == "doctor":
        return "check"
    return "check" if run.compliance and len(run.compliance.revisions) > 1 else "rule"


def _rules(
    cases: Iterable[CaseResult],
    lane: Lane = Lane.COMPLIANCE,
    *,
    see_why: bool = True,
    what: str = "rule",
    verbose: bool = False,
) -> Iterator[str]:
    """By reason; where rules are inconclusive, a few different details are reasons of their own.

    Without ``see_why``, the heading names the option that lists them with their reasons.
    """
    skipped = [case.skip for case in cases if case.lane == lane and case.skip]
    for reason, count in Counter(skip.reason for skip in skipped).most_common():
        details = Counter(skip.detail for skip in skipped if skip.reason is reason)
        if reason is SkipReason.CANNOT_TELL and (verbose or len(details) <= _FEW):
            for detail, number in details.most_common():
                yield _line(number, f"{what}s", one_line(detail, limit=_WHOLE))
            continue
        why = _RULES.get(reason, reason.value)
        why = why if see_why else why.replace(_SEE_WHY, "")
        if reason is SkipReason.NEEDS_FIXTURE:
            why = (_ELSEWHERE if lane is Lane.DOCTOR else why) + _hints(details.elements(), what)
        yield _line(count, f"{what}s", why)


def _hints(details: Iterable[str], what: str) -> str:
    """Which hint would decide how many rules or checks."""
    found = (_HINT.search(detail) for detail in details)
    counts = Counter(match[1] for match in found if match is not None)
    shown = ", ".join(
        f"{name} ({counted(count, what)})" for name, count in counts.most_common(_SHOWN)
    )
    rest = len(counts) - _SHOWN
    more = f" and {counted(rest, 'more fixture')}" if rest > 0 else ""
    return f": {shown}{more}" if counts else ""


def _tools(run: Run) -> Iterator[str]:
    found: dict[str, dict[str, set[Lane]]] = {}  # the lanes by reason and tool
    called = {record.tool for record in run.calls if record.called}
    others = (Lane.COMPLIANCE, Lane.SECURITY)  # not about one tool each
    asked = [case for case in run.cases if case.lane not in others and case.skip]
    never = {case.name for case in asked if case.lane == Lane.PROBE and _is_never(case.skip)}
    for case in asked:
        assert case.skip is not None
        why = _why(case, case.skip, called=case.name in called, never=case.name in never)
        found.setdefault(why, {}).setdefault(case.name, set()).add(case.lane)
    by_reason: dict[str, list[str]] = {}
    for why, tools in found.items():
        for name, lanes in tools.items():
            by_reason.setdefault(_without(why, lanes), []).append(name)
    for why, names in by_reason.items():
        yield _line(len(names), "tools", f"{why}: {_listed(names)}")


def _why(case: CaseResult, skip: Skip, *, called: bool, never: bool) -> str:
    if skip.reason is SkipReason.REFUSED_BY_POLICY:
        refusal = _refusal(skip, never=never)
        return refusal if called else refusal.replace(_ONCE, _NOT_INVALID)
    if skip.reason is SkipReason.BUDGET_EXHAUSTED and not _is_spent(skip):
        return _SLOW
    if _AS_TASK in skip.detail:
        return _TASK_RULES if called else _TASK
    if _TOO_FAST in skip.detail:
        return _LIMITED
    if skip.reason is SkipReason.CANNOT_TELL and case.lane != Lane.PROBE:
        return _PROVES_NOTHING
    return _TOOLS.get(skip.reason, skip.reason.value)


def _without(why: str, lanes: Collection[Lane]) -> str:
    """The reason with what was left out because of it, such as ``not fuzzed``."""
    left = " or ".join(words for lane, words in _BAD_CALLS.items() if lane in lanes)
    return why.replace(_LEFT, f"not {left}") if left else why.replace(f", {_LEFT}", "")


def _is_never(skip: Skip | None) -> bool:
    """Refused from the start, and not after a first call."""
    if skip is None or skip.reason is not SkipReason.REFUSED_BY_POLICY:
        return False
    return _ALREADY not in skip.detail


def _refusal(skip: Skip, *, never: bool) -> str:
    """By the words of the policy, which says what would change its mind."""
    if "--call-only" in skip.detail:
        return _HELD_BACK
    if never:
        return _NEVER
    if "--fuzz-presumed" in skip.detail:
        return _PRESUMED
    return f"mutating, {_ONCE}" if "mutating" in skip.detail.lower() else _ONCE


def _is_spent(skip: Skip) -> bool:
    """The budget of the run, and not the time that one tool takes."""
    return "budget" in skip.detail


def _line(count: int, what: str, why: str) -> str:
    return f"  {count:4} {what if count != 1 else what[:-1]:5}  {why}"


def _listed(names: list[str]) -> str:
    shown = ", ".join(one_line(name, limit=40) for name in names[:_SHOWN])
    rest = len(names) - _SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown
