"""What changed between an earlier run and this one, case by case."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcptest.model.outcome import CaseResult, Status
from mcptest.model.record import record
from mcptest.model.run import Run

BAD = frozenset({Status.FAILED, Status.ERRORED})


@record
class Changes:
    """Cases by what became of them; each is the newer one, but for those that are gone."""

    broken: tuple[CaseResult, ...]  # failing now, and not before
    fixed: tuple[CaseResult, ...]  # failing before, and passing now
    failing: tuple[CaseResult, ...]  # failing before and now
    quiet: tuple[CaseResult, ...]  # failing before, and neither failing nor passing now
    moved: tuple[CaseResult, ...]  # any other change, such as from passed to warned
    warned: tuple[CaseResult, ...]  # warned now, and passing or absent before
    unwarned: tuple[CaseResult, ...]  # warned before, and passing now
    unchanged: int  # cases with the same status as before
    added: tuple[CaseResult, ...]
    removed: tuple[CaseResult, ...]
    grades: tuple[str | None, str | None]
    scores: tuple[float | None, float | None]
    latencies: tuple[float | None, float | None]  # medians, in milliseconds
    started: str  # when the earlier run began

    @property
    def clean(self) -> bool:
        others = self.moved or self.added or self.removed
        return not (self.broken or self.fixed or self.quiet or others)


def changes_between(old: Run, new: Run) -> Changes:
    before, after = _by_id(old.cases), _by_id(new.cases)
    both = [(before[key], case) for key, case in after.items() if key in before]
    added = [case for key, case in after.items() if key not in before]
    was_bad = [(was, now) for was, now in both if was.status in BAD]
    return Changes(
        broken=(
            *(now for was, now in both if now.status in BAD and was.status not in BAD),
            *(case for case in added if case.status in BAD),
        ),
        fixed=tuple(now for _, now in was_bad if now.status is Status.PASSED),
        failing=tuple(now for _, now in was_bad if now.status in BAD),
        quiet=tuple(now for _, now in was_bad if now.status in {Status.WARNED, Status.SKIPPED}),
        moved=tuple(now for was, now in both if _moved(was.status, now.status)),
        warned=(
            *(now for was, now in both if _moved(was.status, now.status) and _warns(now)),
            *(case for case in added if _warns(case)),
        ),
        unwarned=tuple(now for was, now in both if _warns(was) and now.status is Status.PASSED),
        unchanged=sum(was.status is now.status for was, now in both),
        added=tuple(added),
        removed=tuple(case for key, case in before.items() if key not in after),
        grades=(_grade(old), _grade(new)),
        scores=(_score(old), _score(new)),
        latencies=(median_latency(old), median_latency(new)),
        started=old.started,
    )


def _moved(was: Status, now: Status) -> bool:
    """Neither of them failing, which has groups of its own."""
    return was is not now and not {was, now} & BAD


def _warns(case: CaseResult) -> bool:
    return case.status is Status.WARNED


def answer_times(cases: Iterable[CaseResult]) -> list[float]:
    """The duration of each response, sorted; rejections are excluded, since they do no work."""
    return sorted(
        said.duration_ms
        for case in cases
        for said in case.said
        if said.outcome in {"result", "tool-error"}
    )


def median_latency(run: Run) -> float | None:
    from statistics import median  # slow to import, and most reports compare nothing

    times = answer_times(run.cases)
    return median(times) if times else None


def _by_id(cases: Iterable[CaseResult]) -> Mapping[str, CaseResult]:
    """Two of one id are told apart by their number."""
    found: dict[str, CaseResult] = {}
    for case in cases:
        key, number = case.id, 2
        while key in found:
            key, number = f"{case.id}\0{number}", number + 1
        found[key] = case
    return found


def _grade(run: Run) -> str | None:
    return run.compliance.grade if run.compliance else None


def _score(run: Run) -> float | None:
    return run.compliance.score if run.compliance else None
