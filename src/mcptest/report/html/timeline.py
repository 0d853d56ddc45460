"""The messages over time: a lane per kind of case, a bar per case, a line per exchange."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from markupsafe import Markup

from mcptest.model.outcome import CaseResult, Said
from mcptest.model.record import record
from mcptest.model.run import Run
from mcptest.report.html.case_view import anchor_of
from mcptest.report.html.parts import Cell, Column, TableRow
from mcptest.report.html.sink import tag
from mcptest.report.words import duration_text

MOST_BARS = 2_000
MOST_LINES = 1_000
_WIDE, _LEFT, _BAR, _GAP = 1000, 116, 9, 3
_DEEP = 6  # bars above each other in one lane; more at once share the last

COLUMNS = (
    Column("At", numeric=True),
    Column("Request"),
    Column("About"),
    Column("Response"),
    Column("Took", numeric=True),
    Column("For"),
)


@record
class Timeline:
    chart: Markup
    rows: tuple[TableRow, ...]
    left_out: int  # exchanges that are not listed


def timeline_of(run: Run) -> Timeline | None:
    begun = [case for case in run.cases if case.at_ms is not None]
    said = sorted(
        ((one, case) for case in begun for one in case.said), key=lambda pair: pair[0].at_ms
    )
    if not said:
        return None
    in_all = sum(case.said_in_all for case in begun)
    shown = said[:MOST_LINES]
    return Timeline(
        chart=_chart(begun[:MOST_BARS], run.duration_ms),
        rows=tuple(_row(one, case) for one, case in shown),
        left_out=max(0, in_all - len(shown)),
    )


def _row(said: Said, case: CaseResult) -> TableRow:
    link = tag("a", {"href": f"#{anchor_of(case)}"}, case.name[:120])
    return TableRow(
        (
            Cell(f"{said.at_ms:.1f} ms", round(said.at_ms, 3)),
            said.method or "(no method)",
            (said.about or "")[:120],
            said.outcome or "nothing",
            Cell(f"{said.duration_ms:.1f} ms", round(said.duration_ms, 3)),
            Cell(link, case.name[:120]),
        )
    )


def _chart(cases: Iterable[CaseResult], duration_ms: float) -> Markup:
    lanes: dict[str, list[CaseResult]] = defaultdict(list)
    for case in sorted(cases, key=lambda case: case.at_ms or 0.0):
        lanes[case.lane.value].append(case)
    total = max([duration_ms, *(_end(case) for each in lanes.values() for case in each), 1.0])
    top, drawn = 24, _axis(total)
    for name, each in lanes.items():
        bars, depth = _lane(each, total, top)
        label = {"x": 0, "y": top + _BAR, "class": "chart-strong"}
        drawn += [tag("text", label, name.replace("_", " ")), *bars]
        top += depth * (_BAR + _GAP) + 10
    grid = {"class": "chart-grid", "y1": 18, "y2": top - 6}
    lines = [tag("line", {**grid, "x1": x, "x2": x}) for x in _ticks()]
    return tag(
        "svg",
        {"class": "chart timeline", "viewBox": f"0 0 {_WIDE} {top}", "aria-hidden": "true"},
        *lines,
        *drawn,
    )


def _ticks() -> list[float]:
    return [_LEFT + (_WIDE - _LEFT - 2) * part / 4 for part in range(5)]


def _axis(total: float) -> list[Markup]:
    anchors = ("start", "middle", "middle", "middle", "end")
    return [
        tag("text", {"x": x, "y": 12, "text-anchor": anchor}, duration_text(total * part / 4))
        for part, (x, anchor) in enumerate(zip(_ticks(), anchors, strict=True))
    ]


def _lane(cases: list[CaseResult], total: float, top: float) -> tuple[list[Markup], int]:
    """Bars that overlap in time stand above each other."""
    ends: list[float] = []
    bars = []
    scale = (_WIDE - _LEFT - 2) / total
    for case in cases:
        x = _LEFT + (case.at_ms or 0.0) * scale
        width = max(2.0, case.duration_ms * scale)
        row = next((at for at, end in enumerate(ends) if end <= x), len(ends))
        row = min(row, _DEEP - 1)
        ends[row : row + 1] = [x + width]
        shape = {
            "class": f"fill-{case.status.value}",
            "x": f"{x:.1f}",
            "y": top + row * (_BAR + _GAP),
            "width": f"{min(width, _WIDE - x):.1f}",
            "height": _BAR,
            "rx": 1.5,
        }
        words = f"{case.name[:120]}: {case.status.value}, {duration_text(case.duration_ms)}"
        bar = tag("rect", shape, tag("title", {}, words))
        bars.append(tag("a", {"href": f"#{anchor_of(case)}", "tabindex": -1}, bar))
    return bars, max(1, len(ends))


def _end(case: CaseResult) -> float:
    return (case.at_ms or 0.0) + case.duration_ms
