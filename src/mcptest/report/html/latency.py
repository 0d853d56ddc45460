"""How long responses took: a histogram, and a line for each tool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import ceil

from markupsafe import Markup

from mcptest.model.counted import counted
from mcptest.model.outcome import Said
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.report.changes import answer_times
from mcptest.report.html.charts import histogram
from mcptest.report.html.parts import Cell, Column, TableRow
from mcptest.report.words import duration_text

_STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)
_SHARES = {"median": 0.5, "95th percentile": 0.95, "slowest": 1.0}
_MOST = 50

COLUMNS = (
    Column("Request"),
    Column("Responses", numeric=True),
    Column("Median", numeric=True),
    Column("95th percentile", numeric=True),
    Column("Slowest", numeric=True),
)


@record
class Latency:
    chart: Markup
    count: int
    median: str
    p95: str
    slowest: str
    rows: tuple[TableRow, ...]


def latency_of(run: Run) -> Latency | None:
    times = answer_times(run.cases)
    if not times:
        return None
    chosen = {name: precise(at_share(times, share)) for name, share in _SHARES.items()}
    words = f"{counted(len(times), 'response')}: " + ", ".join(
        f"{k} {v}" for k, v in chosen.items()
    )
    return Latency(
        chart=histogram(_buckets(times), words),
        count=len(times),
        median=chosen["median"],
        p95=chosen["95th percentile"],
        slowest=chosen["slowest"],
        rows=_rows(run),
    )


def at_share(times: Sequence[float], share: float) -> float:
    """The least time within which that share of a sorted list lies."""
    return times[max(0, ceil(len(times) * share) - 1)]


def precise(milliseconds: float) -> str:
    return f"{milliseconds:.1f} ms" if milliseconds < 100 else duration_text(milliseconds)  # noqa: PLR2004


def _buckets(times: Sequence[float]) -> list[tuple[str, int]]:
    """Steps of 1, 2 and 5, from the first that is used to the last."""
    counts = [0] * (len(_STEPS) + 1)
    for time in times:
        counts[sum(time >= step for step in _STEPS)] += 1
    used = [at for at, count in enumerate(counts) if count]
    return [(_label(at), counts[at]) for at in range(used[0], used[-1] + 1)]


def _label(at: int) -> str:
    if at == len(_STEPS):
        return f"≥ {_STEPS[-1] // 1000:g} s"
    step = _STEPS[at]
    return f"< {step:g} ms" if step < 1000 else f"< {step / 1000:g} s"  # noqa: PLR2004


def _rows(run: Run) -> tuple[TableRow, ...]:
    by_subject: dict[str, list[float]] = defaultdict(list)
    for case in run.cases:
        for said in case.said:
            if said.outcome in {"result", "tool-error"}:
                by_subject[_subject(said)].append(said.duration_ms)
    slowest_first = sorted(by_subject.items(), key=lambda item: (-max(item[1]), item[0]))
    return tuple(_row(name, sorted(times)) for name, times in slowest_first[:_MOST])


def _subject(said: Said) -> str:
    return f"{said.method} {said.about}" if said.about else said.method


def _row(name: str, times: Sequence[float]) -> TableRow:
    chosen = [at_share(times, share) for share in _SHARES.values()]
    return TableRow((name, len(times), *(Cell(precise(time), round(time, 3)) for time in chosen)))
