"""Render what changed since an earlier run in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run
from mcptest.report.changes import Changes, changes_between
from mcptest.report.titles import case_title, shared_names

_SHOWN = 10


def changes_lines(run: Run) -> Iterator[str]:
    """Counts first, then the cases behind them; nothing where no earlier run was given."""
    if run.earlier is None:
        return
    found = changes_between(run.earlier, run)
    groups = _groups(found)
    counts = [counted(len(cases), one, many) for one, many, cases in groups if cases]
    yield f"since {one_line(found.started)}: {', '.join([*counts, f'{found.unchanged} unchanged'])}"
    before, after = found.grades
    if before != after:
        yield f"  grade {before or 'none'} -> {after or 'none'}"
    shared = shared_names(run)
    for one, _, cases in groups:
        titles = (case_title(case, shared) for case in cases[:_SHOWN])
        yield from (f"  {one}: {title}" for title in titles)
        if len(cases) > _SHOWN:
            yield f"  {one}: {len(cases) - _SHOWN} more"
    yield ""


def _groups(found: Changes) -> list[tuple[str, str, tuple[CaseResult, ...]]]:
    return [
        ("new failure", "new failures", found.broken),
        ("new warning", "new warnings", found.warned),
        ("fixed", "fixed", (*found.fixed, *found.unwarned)),
        ("still failing", "still failing", found.failing),
        ("no longer checked", "no longer checked", found.quiet),
        ("gone", "gone", found.removed),
    ]
