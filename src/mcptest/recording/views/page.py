"""A recording as a page: a lane for each session, a bar for each request, every message below."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from markupsafe import Markup

from mcptest.model.counted import counted
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.recording import Recording
from mcptest.recording.views.exchange import ARROWS, ToldFrame, told_frames
from mcptest.recording.views.text import title_of
from mcptest.report.html.page import render_page
from mcptest.report.html.parts import Cell, Column, TableRow
from mcptest.report.html.sink import tag
from mcptest.report.words import duration_text

_LOOK: Final = Path(__file__).with_name("look")
MOST_ROWS: Final = 2_000
_WIDE, _LEFT, _HIGH = 1000, 116, 14
_LONGEST: Final = 20_000
COLUMNS: Final = (
    Column("At", numeric=True),
    Column(""),
    Column("Message"),
    Column("Took", numeric=True),
    Column("Session"),
)


def recording_page(recording: Recording) -> str:
    """The same look as every report, in one file."""
    sessions = list(told_frames(recording))
    told = [one for _, each in sessions for one in each]
    return render_page(
        "recording.html",
        folder=_LOOK,
        title=title_of(recording),
        recording=recording,
        chart=_chart(sessions),
        columns=COLUMNS,
        rows=[_row(one) for one in told[:MOST_ROWS]],
        left_out=max(0, len(told) - MOST_ROWS),
        failed=sum(one.failed for one in told),
        counts=counted(len(told), "entry", "entries"),
    )


def _row(one: ToldFrame) -> TableRow:
    frame = one.frame
    words = one.title if not one.detail else f"{one.title}: {one.detail[:200]}"
    shown = tag(
        "details", {}, tag("summary", {}, words), tag("pre", {}, _content(frame)[:_LONGEST])
    )
    took = "" if one.took_ms is None else f"{one.took_ms:.1f} ms"
    return TableRow(
        (
            Cell(f"{frame.at:.1f} ms", round(frame.at, 3)),
            ARROWS[frame.sender],
            Cell(shown, words),
            Cell(took, one.took_ms or 0.0),
            frame.session,
        ),
        {"from": frame.sender, "status": "failed" if one.failed else "passed"},
    )


def _content(frame: RecordedFrame) -> str:
    return json.dumps(frame.as_json(), indent=2, ensure_ascii=False)


def _chart(sessions: list[tuple[str, list[ToldFrame]]]) -> Markup:
    total = max([1.0, *(one.frame.at for _, each in sessions for one in each)])
    scale = (_WIDE - _LEFT - 2) / total
    drawn = [
        tag("text", {"x": _LEFT, "y": 12}, "0"),
        tag("text", {"x": _WIDE, "y": 12, "text-anchor": "end"}, duration_text(total)),
    ]
    for number, (session, told) in enumerate(sessions):
        top = 24 + number * (_HIGH + 6)
        drawn.append(tag("text", {"x": 0, "y": top + _HIGH - 3, "class": "chart-strong"}, session))
        drawn += [_bar(one, top, scale) for one in told if one.asked_at is not None]
    high = 24 + len(sessions) * (_HIGH + 6)
    shape = {"class": "chart timeline", "viewBox": f"0 0 {_WIDE} {high}", "aria-hidden": "true"}
    return tag("svg", shape, *drawn)


def _bar(one: ToldFrame, top: int, scale: float) -> Markup:
    begun, took = one.asked_at or 0.0, one.took_ms or 0.0
    shape = {
        "class": "fill-failed" if one.failed else "fill-passed",
        "x": f"{_LEFT + begun * scale:.1f}",
        "y": top,
        "width": f"{max(1.5, took * scale):.1f}",
        "height": _HIGH,
        "rx": 1.5,
    }
    return tag("rect", shape, tag("title", {}, f"{one.title}: {took:.1f} ms"))
