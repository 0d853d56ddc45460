"""The top of the page: the grade or verdict, the counts, and what to fix first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from markupsafe import Markup

from mcptest.model.counted import counted
from mcptest.model.finding import Severity
from mcptest.model.grade import Compliance
from mcptest.model.outcome import Status, Summary
from mcptest.model.record import record
from mcptest.model.rule_info import RuleInfo
from mcptest.model.run import Run, ServerFacts
from mcptest.model.valid_calls import ValidCalls
from mcptest.report.html.case_view import anchor_of
from mcptest.report.html.charts import medal, score_bar
from mcptest.report.words import (
    cap_text,
    counts_text,
    next_grade_text,
    revision_text,
    run_counts_text,
    tier_text,
)

_FIRST = 6
_FAILED = {Status.FAILED, Status.ERRORED}
_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


@record
class SectionKind:
    """One kind of finding, with a case that shows it."""

    id: str
    severity: str
    title: str
    count: int
    anchor: str


def heading(run: Run) -> str:
    """What the page is about: the server's own name where there is one server."""
    names = [_own_name(server) for server in run.servers]
    different = list(dict.fromkeys(names))
    if len(different) == 1:
        return different[0]
    return counted(len(different), "server") if different else run.command


def _own_name(server: ServerFacts) -> str:
    told = (server.info or {}).get("name")
    return told if isinstance(told, str) and told else server.name.partition("@")[0]


def seal(run: Run) -> Markup:
    """The grade if there is one, otherwise whether everything passed."""
    graded = run.compliance
    if graded is not None and graded.grade is not None:
        score = graded.score or 0.0
        words = f"Grade {graded.grade}, score {score:g} of 100"
        return medal(graded.grade, f"{score:g} / 100", score / 100, words)
    if graded is not None and graded.reason is not None:
        return medal("✕", "no grade", 0.0, "No grade")
    judged = run.summary.total - run.summary.skipped
    held = run.summary.passed + run.summary.warned
    share = held / judged if judged else 0.0
    sign = "✓" if run.exit_code == 0 else "✕"
    return medal(sign, f"{held} of {judged}", share, f"{held} of {judged} checks passed")


def verdict(run: Run) -> str:
    """One sentence that says how it went."""
    if run.interrupted:
        return "The run was interrupted; only finished checks are shown."
    if run.compliance is not None and run.compliance.reason is not None:
        return f"No grade: {run.compliance.reason}. Exit code {int(run.exit_code)}."
    counts = run.summary
    bad = counts.failed + counts.errored
    judged = counts.total - counts.skipped
    if bad:
        end = f"Exit code {int(run.exit_code)}."
        return " ".join(
            filter(None, [f"{bad} of {counted(judged, 'check')} failed.", _cap(run), end])
        )
    if run.exit_code:
        return f"A gate failed. Exit code {int(run.exit_code)}."
    if not judged:
        return "Nothing was checked."
    if counts.warned:
        return f"No check failed. {counted(counts.warned, 'check')} warned."
    return f"{counted(judged, 'check')} passed, none failed."


def _cap(run: Run) -> str:
    """Why a grade may be lower than its score."""
    cap = cap_text(run.compliance) if run.compliance else ""
    return f"The grade is {run.compliance.grade} ({cap})." if run.compliance and cap else ""


def facts(run: Run) -> list[tuple[str, str]]:
    pairs = [("Command", f"mcptest {run.command}")]
    if len(run.servers) == 1:
        server = run.servers[0]
        pairs += [("Transport", server.transport), ("Revision", str(server.protocol_version))]
        told = (server.info or {}).get("version")
        pairs += [("Server version", told)] if isinstance(told, str) else []
    graded = run.compliance
    if graded is not None and graded.grade is not None:
        whole = " (incomplete)" if graded.incomplete else ""
        pairs += [
            ("Graded against", f"{revision_text(graded.spec_version)}{whole}"),
            ("Tier", tier_text(graded).removeprefix("tier ")),
        ]
        if advice := next_grade_text(graded):
            pairs.append(("Next step", advice))
    calls = ValidCalls.of(run.cases)
    pairs += [] if calls is None else [("Valid calls", str(calls))]
    pairs.append(("Started", run.started))
    return pairs + ([] if run.seed is None else [("Seed", str(run.seed))])


def kinds(run: Run, rules: Mapping[str, RuleInfo]) -> tuple[list[SectionKind], int]:
    """The kinds of findings to fix first: failures, then by severity and number; and the rest.

    The rest is how many more kinds there are.
    """
    failed = {one.id for case in run.cases if case.status in _FAILED for one in case.findings}
    found: Counter[str] = Counter()
    first: dict[str, SectionKind] = {}
    for case in run.cases:
        for finding in case.findings:
            if finding.severity is Severity.NOTE:
                continue
            found[finding.id] += 1
            told = rules[finding.id].title if finding.id in rules else finding.message[:300]
            kind = SectionKind(finding.id, finding.severity.value, told, 0, anchor_of(case))
            first.setdefault(finding.id, kind)
    ordered = sorted(
        (SectionKind(k.id, k.severity, k.title, found[k.id], k.anchor) for k in first.values()),
        key=lambda kind: (
            kind.id not in failed,
            _WEIGHT[Severity(kind.severity)],
            -kind.count,
            kind.id,
        ),
    )
    return ordered[:_FIRST], max(0, len(ordered) - _FIRST)


@record
class Section:
    name: str
    score: str
    bar: Markup
    words: str


def sections(graded: Compliance) -> list[Section]:
    """The lowest score first, what was not scored last."""
    found = []
    ordered = sorted(graded.sections.items(), key=lambda item: _number(item[1].score))
    for name, one in ordered:
        shown = "not scored" if one.score is None else f"{one.score:g}"
        told = Summary(one.passed, one.failed, one.warned, one.skipped)
        words = counts_text(told).replace("skipped", "not tested")
        found.append(Section(name, shown, score_bar(one.score, f"{name}: {shown}"), words))
    return found


def _number(score: float | None) -> float:
    return 101.0 if score is None else score


def counts(run: Run) -> dict[str, int]:
    return {status.value: getattr(run.summary, status.value) for status in Status}


def counts_words(run: Run) -> str:
    return run_counts_text(run)
