"""Charts in SVG: sized by attributes, colored by class, with a text alternative."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from mcptest.report.html.sink import tag

_NEARLY = 0.93  # round ends would close a ring that is fuller than this
STATUSES = ("passed", "warned", "failed", "errored", "skipped")


def medal(grade: str, note: str, share: float, words: str) -> Markup:
    """A ring, filled by ``share`` (0 to 1), around a grade; ``words`` say it for who cannot see."""
    radius = 70
    around = 2 * math.pi * radius
    filled = max(0.0, min(1.0, share)) * around
    ring = {"cx": 84, "cy": 84, "r": radius, "fill": "none", "stroke-width": 10}
    arc = {
        **ring,
        "class": "medal-arc",
        "stroke-dasharray": f"{filled:.1f} {around - filled:.1f}",
        "stroke-linecap": "round" if 0 < share < _NEARLY else None,
        "transform": "rotate(-90 84 84)",
    }
    return tag(
        "svg",
        {"class": f"medal {tone(grade)}", "viewBox": "0 0 168 168", "role": "img"},
        tag("title", {}, words),
        tag("circle", {"class": "medal-face", "cx": 84, "cy": 84, "r": 58}),
        tag("circle", {**ring, "class": "medal-track"}),
        tag("circle", arc),
        tag("text", {"class": "medal-grade", "x": 84, "y": 97, "text-anchor": "middle"}, grade),
        tag("text", {"class": "medal-note", "x": 84, "y": 120, "text-anchor": "middle"}, note),
    )


def tone(grade: str) -> str:
    """The class that colours a grade."""
    known = {"A+": "tone-a", "A": "tone-a", "B": "tone-b", "C": "tone-c", "D": "tone-d"}
    return known.get(
        grade, "tone-f" if grade in {"F", "✕"} else "tone-a" if grade == "✓" else "tone-none"
    )


def score_bar(score: float | None, words: str) -> Markup:
    """A score from 0 to 100 as a bar; without one, an empty track."""
    width = 0.0 if score is None else max(0.0, min(100.0, score))
    grade = _grade_of(score)
    return tag(
        "svg",
        {
            "class": f"bar {tone(grade)}",
            "viewBox": "0 0 100 6",
            "preserveAspectRatio": "none",
            "role": "img",
        },
        tag("title", {}, words),
        tag("rect", {"class": "bar-track", "width": 100, "height": 6}),
        tag("rect", {"class": "bar-fill", "width": f"{width:.1f}", "height": 6}),
    )


def _grade_of(score: float | None) -> str:
    if score is None:
        return ""
    return next(
        (g for least, g in ((90, "A"), (80, "B"), (70, "C"), (60, "D")) if score >= least), "F"
    )


def stacked_bar(counts: dict[str, int], words: str) -> Markup:
    """How many of each status, side by side, in one fixed order."""
    total = sum(counts.values()) or 1
    left, parts = 0.0, []
    for status in STATUSES:
        width = 100 * counts.get(status, 0) / total
        if width:
            parts.append(
                tag(
                    "rect",
                    {
                        "class": f"fill-{status}",
                        "x": f"{left:.2f}",
                        "width": f"{width:.2f}",
                        "height": 4,
                    },
                )
            )
        left += width
    shape = {"class": "stack", "viewBox": "0 0 100 4", "preserveAspectRatio": "none", "role": "img"}
    return tag("svg", shape, tag("title", {}, words), *parts)


def sparkline(
    values: Sequence[float | None], words: str, *, least: float = 0, most: float = 100
) -> Markup:
    """A small trend, oldest first; a gap where there is no value, a dot on the newest."""
    wide, high, span = 96, 24, (most - least) or 1.0
    step = wide / max(1, len(values) - 1)
    points = [
        (
            3 + at * (wide - 6) / max(1, len(values) - 1) if step else 3,
            _height(value, least, span, high),
        )
        for at, value in enumerate(values)
        if value is not None
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    drawn = (
        [tag("polyline", {"class": "spark-line", "fill": "none", "points": line})] if points else []
    )
    if points:
        drawn.append(
            tag(
                "circle",
                {
                    "class": "spark-dot",
                    "cx": f"{points[-1][0]:.1f}",
                    "cy": f"{points[-1][1]:.1f}",
                    "r": 2.5,
                },
            )
        )
    shape = {"class": "spark", "viewBox": f"0 0 {wide} {high}", "role": "img"}
    return tag("svg", shape, tag("title", {}, words), *drawn)


def _height(value: float, least: float, span: float, high: int) -> float:
    return 3 + (high - 6) * (1 - max(0.0, min(1.0, (value - least) / span)))


def histogram(buckets: Sequence[tuple[str, int]], words: str) -> Markup:
    """Columns with a count above and a label below."""
    wide, high, base = 960, 200, 168
    room = wide / max(1, len(buckets))
    tallest = max((count for _, count in buckets), default=0) or 1
    drawn = [tag("line", {"class": "chart-grid", "x1": 0, "x2": wide, "y1": base, "y2": base})]
    for at, (label, count) in enumerate(buckets):
        middle, tall = (at + 0.5) * room, (base - 24) * count / tallest
        bar = {"class": "chart-bar", "x": f"{middle - min(room * 0.36, 28):.1f}", "rx": 2}
        size = {"y": f"{base - tall:.1f}", "width": f"{min(room * 0.72, 56):.1f}"}
        text = {"x": f"{middle:.1f}", "text-anchor": "middle"}
        drawn.append(tag("rect", {**bar, **size, "height": f"{tall:.1f}"}))
        if count:
            above = {**text, "y": f"{base - tall - 7:.1f}", "class": "chart-strong"}
            drawn.append(tag("text", above, count))
        drawn.append(tag("text", {**text, "y": base + 18}, label))
    shape = {"class": "chart", "viewBox": f"0 0 {wide} {high}", "role": "img"}
    return tag("svg", shape, tag("title", {}, words), *drawn)


def columns(scores: Sequence[tuple[str, str, float | None]], words: str) -> Markup:
    """A column from 0 to 100 for each label, with its grade on top."""
    wide, high, base = 960, 220, 188
    room = wide / max(1, len(scores))
    drawn = [
        tag("line", {"class": "chart-grid", "x1": 0, "x2": wide, "y1": y, "y2": y})
        for y in (base, base - 80, base - 160)
    ]
    for at, (label, grade, score) in enumerate(scores):
        middle, tall = (at + 0.5) * room, 1.6 * max(0.0, min(100.0, score or 0.0))
        text = {"x": f"{middle:.1f}", "text-anchor": "middle"}
        bar = {"class": "chart-tone", "x": f"{middle - min(room * 0.3, 32):.1f}", "rx": 3}
        size = {"y": f"{base - tall:.1f}", "width": f"{min(room * 0.6, 64):.1f}"}
        above = {**text, "y": f"{base - tall - 8:.1f}", "class": "chart-strong"}
        shown = "not graded" if score is None else f"{grade} · {score:g}"
        drawn += [
            tag("g", {"class": tone(grade)}, tag("rect", {**bar, **size, "height": f"{tall:.1f}"})),
            tag("text", above, shown),
            tag("text", {**text, "y": base + 20}, label),
        ]
    shape = {"class": "chart", "viewBox": f"0 0 {wide} {high}", "role": "img"}
    return tag("svg", shape, tag("title", {}, words), *drawn)
