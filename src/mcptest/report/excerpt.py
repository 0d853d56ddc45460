"""Render a mistake: its code and place, the line, and a caret under the span."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from mcptest.errors import Problem
from mcptest.model.escape import visible
from mcptest.model.location import Location

_WIDTH = 160


def show_problem(problem: Problem) -> str:
    """An error as the user sees it."""
    lines = [f"error[{problem.code}]: {problem.message}"]
    if problem.where is None:
        return "\n".join([*lines, *([f"  = {problem.hint}"] if problem.hint else [])])
    return "\n".join([*lines, *show_place(problem.where, problem.hint)])


def show_place(where: Location, label: str | None = None) -> list[str]:
    """Where it is, and what to do, under the very characters."""
    lines = [f"  --> {where}"]
    if not where.text:
        return [*lines, *([f"  = {label}"] if label else [])]
    number = str(where.line)
    gutter = " " * len(number)
    before, span, after = _window(where)
    carets = " " * _columns(before) + "^" * max(1, _columns(span))
    return [
        *lines,
        f" {gutter} |",
        f" {number} | {before}{span}{after}",
        f" {gutter} | {carets}{' ' + label if label else ''}",
    ]


def _window(where: Location) -> tuple[str, str, str]:
    """What stands before the span, the span and the rest; a long line is cut around it."""
    text = where.text.rstrip("\r\n").replace("\t", " ")
    begin = where.column - 1
    start = max(0, begin - _WIDTH // 2) if len(text) > _WIDTH else 0
    stop, end = start + _WIDTH, begin + where.width
    parts = (text[start:begin], text[begin : min(end, stop)], text[min(end, stop) : stop])
    before, span, after = (visible(part).replace("\n", "\\n") for part in parts)
    return before, span, after


def _columns(text: str) -> int:
    """How wide a terminal shows it: wide characters take two places, combining ones none."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
