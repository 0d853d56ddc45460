"""Format counts and times, the same in every report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mcptest.errors import ExitCode
from mcptest.model.counted import counted
from mcptest.model.grade import FLOORS, Compliance, Level
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.run import Run
from mcptest.model.valid_calls import ValidCalls, is_rejected

STAGES = {
    Lane.COMPLIANCE: "protocol",
    Lane.SCHEMA_LINT: "lint",
    Lane.PROBE: "valid calls",
    Lane.NEGATIVE_PATH: "bad input",
    Lane.FUZZ: "fuzz",
    Lane.SECURITY: "security",
}  # of an audit, in its order
_NAMED = 5
_SECOND = 1000
_MINUTE = 60 * _SECOND


def counts_text(summary: Summary, *, rejected: int = 0) -> str:
    """``3 passed, 1 failed``; zeros are left out.

    Of those that passed, ``rejected`` are valid calls that returned an error.
    """
    pairs = [
        (summary.passed - rejected, "passed"),
        (rejected, "rejected"),
        (summary.failed, "failed"),
        (summary.warned, "warned"),
        (summary.skipped, "skipped"),
        (summary.errored, "errored"),
    ]
    return ", ".join(f"{count} {word}" for count, word in pairs if count) or "nothing ran"


def run_counts_text(run: Run) -> str:
    """The same for a whole run."""
    return counts_text(run.summary, rejected=count_rejected(run))


def count_rejected(run: Run) -> int:
    """The valid calls that returned an error: they passed, but show nothing that works."""
    return sum(case.status is Status.PASSED and is_rejected(case) for case in run.cases)


def totals_text(run: Run) -> str:
    """``3 passed, 1 gate failed``; a run that only has gates counts those."""
    graded = run.compliance
    gates = graded.gates if graded is not None and graded.reason is None else ()
    if gates and not run.summary.total:
        passed = sum(gate.passed for gate in gates)
        pairs = [(passed, "passed"), (len(gates) - passed, "failed")]
        return ", ".join(f"{counted(count, 'gate')} {word}" for count, word in pairs if count)
    return run_counts_text(run) + _failed_gates_text(run)


def _failed_gates_text(run: Run) -> str:
    """``, 1 gate failed`` after the counts, which are of cases.

    A gate that failed because there is no grade says so instead.
    """
    failed = [gate for gate in run.compliance.gates if not gate.passed] if run.compliance else []
    reason = run.compliance.reason if run.compliance else None
    own = [gate for gate in failed if reason is None or gate.note != reason]
    text = ", no grade" if len(own) < len(failed) else ""
    return f"{text}, {counted(len(own), 'gate')} failed" if own else text


def valid_calls_text(cases: Iterable[CaseResult]) -> str:
    """``3 tools: 2 succeeded, 1 rejected``, then what failed or was left out."""
    cases = list(cases)
    calls, summary = ValidCalls.of(cases), Summary.of(cases)
    if calls is None:
        return counts_text(summary)
    rest = Summary(failed=summary.failed, skipped=summary.skipped, errored=summary.errored)
    told = f"{counted(len(cases), 'tool')}: {calls}"
    return f"{told}; {counts_text(rest)}" if rest.total else told


def nothing_shown(run: Run) -> Iterator[str]:
    """Why a run without a failure says nothing good about the server."""
    if run.exit_code == ExitCode.REFUSED:
        yield "the safety policy or the call budget allowed none of these checks (exit code 5)"
    elif run.command == "run" and 0 < run.summary.total == run.summary.skipped:
        yield "every test was skipped, so this run shows nothing about the server"


def starts_text(run: Run) -> str:
    """How often the server was started, where that was counted."""
    number = len(run.starts)
    return f", {counted(number, 'server start')}" if number else ""


def next_grade_text(compliance: Compliance) -> str | None:
    """``for grade A, fix TOOL-002 and RPC-001``; None where nothing is left to fix.

    What the SDK decides is named apart from what the author can fix, and then nothing is promised.
    """
    found = compliance.next_grade
    if found is None or not found.rules:
        return None
    own = [rule for rule in found.rules if rule not in found.sdk_rules]
    if not found.sdk_rules:
        return f"for grade {found.grade}, fix {_listed(own)}"
    number = len(found.sdk_rules)
    rules = counted(number, "more finding" if own else "finding")
    depend = f"{rules} {'comes' if number == 1 else 'come'} from what {found.sdk} does by default"
    fix = f"fix {_listed(own)}; " if own else ""
    return f"not {found.grade}: {fix}{depend}: {_listed(found.sdk_rules)}"


def cap_text(compliance: Compliance) -> str:
    """Why a grade may be lower than its score: ``capped: 1 must rule failed``."""
    if foundations := compliance.failed_foundations:
        word = "rule" if len(foundations) == 1 else "rules"
        return f"foundation {word} failed: {_listed(foundations)}"
    failed = [
        rule
        for rule in compliance.rules
        if rule.level is Level.MUST and rule.status is Status.FAILED
    ]
    score = compliance.score or 0
    plain = next((letter for letter, floor in FLOORS.items() if score >= floor), "F")
    capped = failed and compliance.grade != plain
    return f"capped: {counted(len(failed), 'must rule')} failed" if capped else ""


def grade_limits(compliance: Compliance) -> str:
    """What limits the letter, to stand behind it: `` (incomplete; capped: 1 must rule failed)``."""
    limits = ["incomplete"] if compliance.incomplete else []
    limits += [cap] if (cap := cap_text(compliance)) else []
    return f" ({'; '.join(limits)})" if limits else ""


def tier_text(compliance: Compliance) -> str:
    """``tier T1``; the F of a document would read as a grade."""
    return "no tier" if compliance.tier in {None, "F"} else f"tier {compliance.tier}"


def _listed(found: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    named, more = found[:_NAMED], len(found) - _NAMED
    rules = [*named, *([f"{more} more"] if more > 0 else [])]
    return f"{', '.join(rules[:-1])} and {rules[-1]}" if len(rules) > 1 else rules[0]


def revision_text(spec_version: str | None) -> str:
    """``MCP 2025-11-25`` for the ``v2025-11-25`` of a document."""
    return f"MCP {(spec_version or 'unknown').removeprefix('v')}"


def duration_text(milliseconds: float) -> str:
    if milliseconds < _SECOND:
        return f"{milliseconds:.0f} ms"
    if milliseconds < _MINUTE:
        return f"{milliseconds / _SECOND:.2f} s"
    minutes, rest = divmod(milliseconds, _MINUTE)
    return f"{minutes:.0f} min {rest / _SECOND:.0f} s"
