"""Render ``mcptest auth``: each step with what was sent, what came back and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json
from mcptest.model.outcome import CaseResult
from mcptest.model.run import Run
from mcptest.report.paint import Paint
from mcptest.report.plain import harmless
from mcptest.report.words import duration_text, run_counts_text

_ROWS = ("sent", "received", "advice", "failing_clients")
_LABELS = {"failing_clients": "fails in"}
_WIDTH = 9


def render_auth(run: Run, paint: Paint) -> str:
    from mcptest.report.formats.text import SIGNS

    lines: list[str] = []
    for number, case in enumerate(run.cases, 1):
        word, colour = SIGNS[case.status]
        lines.append(f"{paint.colour(f'{word:5}', colour)} {number:2}. {harmless(case.name)}")
        lines += [f"          {row}" for row in _rows(case, paint)]
    lines += [f"note: {harmless(note)}" for note in run.notes]
    colour = "green" if run.exit_code == 0 else "red"
    text = f"{run_counts_text(run)} in {duration_text(run.duration_ms)}"
    return "\n".join([*lines, paint.colour(text, colour)]) + "\n"


def _rows(case: CaseResult, paint: Paint) -> Iterator[str]:
    for key in _ROWS:
        for place, value in enumerate(_several(case.targets.get(key))):
            label = _LABELS.get(key, key) if place == 0 else ""
            yield f"{paint.dim(f'{label:{_WIDTH}}')} {harmless(str(value))}"


def _several(value: Json) -> list[Json]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
