"""One server as a row of the dashboard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from mcptest.fleet.report.change import direction, rank, sentence
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.fleet.store import Point
from mcptest.model.finding import Risk
from mcptest.report.html.charts import sparkline, tone
from mcptest.report.html.parts import Cell, Column, TableRow
from mcptest.report.html.sink import tag
from mcptest.report.words import duration_text

COLUMNS: Final = (
    Column("Server"),
    Column("Status"),
    Column("Grade"),
    Column("Score", numeric=True),
    Column("Trend"),
    Column("Since the last run"),
    Column("Passed", numeric=True),
    Column("Errors", numeric=True),
    Column("Warnings", numeric=True),
    Column("Security"),
    Column("Tools", numeric=True),
    Column("Revisions"),
    Column("Time", numeric=True),
)
# The five signs of a verdict, for the seven ways in which a server may end.
SIGNS: Final = {
    ServerStatus.PASSED: "passed",
    ServerStatus.FAILED: "failed",
    ServerStatus.UNREACHABLE: "failed",
    ServerStatus.TIMED_OUT: "failed",
    ServerStatus.UNUSABLE: "warned",
    ServerStatus.ERRORED: "errored",
    ServerStatus.NOT_RUN: "skipped",
}
_ORDER: Final = list(ServerStatus)
_ICONS: Final = {"better": "is-good", "worse": "is-bad"}
_ARROWS: Final = {"better": "▲ ", "worse": "▼ ", "new": "new", "same": "="}


def row(
    server: ServerResult,
    *,
    anchor: str | None,
    facts: Mapping[str, str],
    points: Sequence[Point],
) -> TableRow:
    """``anchor`` is where the page tells more of the server, if it does."""
    passed, ran = server.tests
    about = " · ".join([*server.tags, *_owner(server)])
    whole = "incomplete" if server.grade is not None and server.incomplete else ""
    return TableRow(
        (
            Cell(_link(server, anchor), server.name, about),
            Cell(_status(server.status), _ORDER.index(server.status)),
            Cell(_chip(server.grade), rank(server.grade), whole),
            _number(server.score, "{:.1f}"),
            Cell(_trend(points), points[-1].score if points else None),
            _change(server),
            Cell(f"{passed}/{ran}" if ran else "-", passed),
            _number(server.findings.get("error", 0), "{}"),
            _number(server.findings.get("warning", 0), "{}"),
            _risk(server),
            _number(server.tools, "{}"),
            _revisions(server),
            Cell(duration_text(server.duration_ms), round(server.duration_ms, 1)),
        ),
        facts,
    )


def _status(status: ServerStatus) -> Markup:
    """A shape and a word before it is a colour."""
    sign = f"is-{SIGNS[status]}"
    drawn = tag("use", {"href": f"#i-{SIGNS[status]}"})
    icon = tag("svg", {"class": f"icon {sign}", "aria-hidden": "true"}, drawn)
    return tag("span", {"class": f"status {sign}"}, icon, status.value.replace("-", " "))


def _link(server: ServerResult, anchor: str | None) -> Markup | str:
    return tag("a", {"href": f"#{anchor}"}, server.name) if anchor else server.name


def _owner(server: ServerResult) -> list[str]:
    return [word for word in (server.owner, server.stage) if word]


def _chip(grade: str | None) -> Markup:
    return tag("span", {"class": f"grade-chip {tone(grade or '')}"}, grade or "-")


def _risk(server: ServerResult) -> Cell:
    """In the order of severity; nothing found comes before nobody looked."""
    ranks = [risk.value for risk in Risk]
    word = server.worst_risk.rpartition(" ")[2]
    return Cell(server.worst_risk, ranks.index(word) if word in ranks else -1)


def _number(value: float | None, shape: str) -> Cell:
    return Cell("-", "") if value is None else Cell(shape.format(value), value)


def _revisions(server: ServerResult) -> Cell:
    """The one it was spoken to in, and how many there are; all of them on a second look."""
    if server.revision is None:
        return Cell("-", "")
    unbroken = server.revision.replace("-", "\u2011")
    shown = tag("span", {"title": f"supports {', '.join(server.revisions)}"}, unbroken)
    count = len(server.revisions)
    return Cell(shown, server.revision, f"supports {count}" if count > 1 else "")


def _change(server: ServerResult) -> Cell:
    way = direction(server)
    kind = _ICONS.get(way, "is-same")
    shown = tag("span", {"class": f"change {kind}"}, f"{_ARROWS[way]}{sentence(server)}")
    return Cell(shown, ("worse", "better", "new", "same").index(way))


def _trend(points: Sequence[Point]) -> Markup | str:
    """Of two runs or more; one point is not a trend."""
    if len(points) < 2:  # noqa: PLR2004
        return ""
    scores = [point.score for point in points]
    least = min([50.0, *(score for score in scores if score is not None)])
    told = ", ".join("none" if score is None else f"{score:g}" for score in scores[-5:])
    return sparkline(scores, f"scores of the last runs, newest last: {told}", least=least)
