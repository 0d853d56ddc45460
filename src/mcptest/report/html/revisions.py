"""Revision by revision: the results for each revision that the server supports."""

from __future__ import annotations

from markupsafe import Markup

from mcptest.model.grade import Compliance
from mcptest.model.record import record
from mcptest.report.html.charts import columns
from mcptest.report.html.parts import Column, TableRow


@record
class RevisionTable:
    chart: Markup
    heads: tuple[Column, ...]
    rows: tuple[TableRow, ...]


def revisions_of(graded: Compliance | None) -> RevisionTable | None:
    """A column for each revision, and each section's score in it."""
    if graded is None or len(graded.revisions) < 2:  # noqa: PLR2004  (one has nothing beside it)
        return None
    each = graded.revisions
    scores = [(_name(one), one.grade or "", one.score) for one in each]
    told = ", ".join(f"{name}: {grade} {_score(score)}" for name, grade, score in scores)
    names = list(dict.fromkeys(name for one in each for name in one.sections))
    return RevisionTable(
        chart=columns(scores, f"Score by revision. {told}"),
        heads=(Column("Section"), *(Column(_name(one), numeric=True) for one in each)),
        rows=tuple(TableRow((name, *(_section(one, name) for one in each))) for name in names),
    )


def _name(one: Compliance) -> str:
    return str(one.spec_version).removeprefix("v")


def _section(one: Compliance, name: str) -> str:
    return _score(one.sections[name].score) if name in one.sections else "-"


def _score(score: float | None) -> str:
    return "-" if score is None else f"{score:g}"
