"""The findings of a run for a terminal: each said once, with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from mcptest.model.finding import Finding, Severity
from mcptest.model.outcome import CaseResult, Lane
from mcptest.model.run import Run
from mcptest.report.paint import Paint
from mcptest.report.plain import finding_lines, harmless
from mcptest.report.titles import case_title, shared_names

_NAMED = 6
# Their messages name the value, and what is expected is the fix.
_LINTS = {Lane.SCHEMA_LINT, Lane.TOOL_QUALITY, Lane.LINT, Lane.FUZZ}


class FindingsText:
    """Collects lines; knows what it has shown, so that nothing is said twice.

    Unless ``verbose``, only the first finding that can be reproduced says how, advice is given
    once, and what a client does in many scenarios is shown in the first one.
    """

    def __init__(self, run: Run, paint: Paint, *, verbose: bool, lane: bool) -> None:
        self._run, self._paint, self._verbose, self._lane = run, paint, verbose, lane
        self._shared = shared_names(run)
        self._seen: set[tuple[str | None, ...]] = set()
        self._advised: set[tuple[str, str | None]] = set()
        self._repeated: list[str] = []
        self._noted: dict[str, int] = {}
        self._reproduce = True

    def lines(self) -> list[str]:
        """Empty where nothing was found, else with an empty line before and after."""
        found: list[str] = []
        for case in self._run.cases:
            if case.findings:
                found += self._case(case)
        found += self._rest()
        return [*found, ""] if found else []

    def _case(self, case: CaseResult) -> list[str]:
        said = {self._sameness(case, finding) for finding in case.findings}
        title = case_title(case, self._shared, lane=self._lane)
        if said <= self._seen:
            self._repeated.append(title)
            return []
        lines: list[str] = []
        calls: set[str] = set()
        for finding, times in _distinct(case.findings).values():
            call = repr(finding.exchange)
            lines += self._finding(case, finding, times, exchange=call not in calls)
            calls.add(call)
        self._seen |= said
        lines += [f"  note: {harmless(note)}" for note in case.notes]
        if not lines:
            return []
        return ["", *lines] if _is_titled(case) else ["", self._paint.bold(title), *lines]

    def _finding(
        self, case: CaseResult, finding: Finding, times: int, *, exchange: bool
    ) -> list[str]:
        once = case.lane is Lane.CLIENT and not self._verbose
        if once and self._sameness(case, finding) in self._seen:
            return []
        if self._is_one_more_note(case, finding):
            return []
        advice = finding.id, finding.help
        titled = _is_titled(case) and finding.id == case.rule
        shown = finding_lines(
            finding,
            title=case_title(case, self._shared, lane=False).removeprefix(f"{finding.id} ")
            if titled
            else None,
            values=case.lane not in _LINTS,
            advice=self._verbose or advice not in self._advised,
            reproduce=self._reproduce,
            exchange=exchange,
        )
        self._advised.add(advice)
        self._reproduce = self._reproduce and (self._verbose or finding.reproduce is None)
        if titled:
            shown[0] = self._paint.bold(shown[0])
        shown += [f"  and {times - 1} more like this"] if times > 1 else []
        return [line if _is_titled(case) else f"  {line}".rstrip() for line in shown]

    def _is_one_more_note(self, case: CaseResult, finding: Finding) -> bool:
        """Every tool of a server may reject generated arguments; the first one says enough."""
        if self._verbose or case.lane is not Lane.PROBE or finding.severity is not Severity.NOTE:
            return False
        times = self._noted.get(finding.id, 0)
        self._noted[finding.id] = times + 1
        return times > 0

    def _rest(self) -> list[str]:
        lines = [
            f"and {times - 1} more like this (use -v to list them)"
            for times in self._noted.values()
            if times > 1
        ]
        if self._repeated:
            named = ", ".join(self._repeated[:_NAMED])
            more = len(self._repeated) - _NAMED
            named += f" and {more} more" if more > 0 else ""
            lines.append(f"and {len(self._repeated)} more with the same findings: {named}")
        return ["", *lines] if lines else []

    def _sameness(self, case: CaseResult, finding: Finding) -> tuple[str | None, ...]:
        """What makes two findings one; an answer of the server is always worth showing.

        A client that breaks a rule breaks it in most scenarios, each time with another message.
        """
        if case.lane is Lane.CLIENT and not self._verbose:
            return (finding.id, finding.message)
        own = case.id if finding.exchange is not None else None
        return (case.server, finding.id, finding.message, repr(finding.actual), own)


def _is_titled(case: CaseResult) -> bool:
    """Whether the case is a rule, whose name is the best title of what it found.

    A check of the doctor needs none: ``the command is found`` says the opposite of its finding.
    """
    return case.lane is Lane.DOCTOR or (case.rule is not None and case.lane is Lane.COMPLIANCE)


def _distinct(findings: Iterable[Finding]) -> dict[str, tuple[Finding, int]]:
    """Each with the number of its equals, which say the same of another message."""
    found: dict[str, tuple[Finding, int]] = {}
    for one in findings:
        seen = one.exchange
        place = None if one.spec else one.pointer  # a rule's own way to the message is not shown
        shown = (one.id, one.message, place, one.where, seen and (seen.request, seen.reply))
        first, times = found.get(repr(shown), (one, 0))
        found[repr(shown)] = (first, times + 1)
    return found
