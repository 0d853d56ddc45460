"""The one picture of a mistake: code, place, the line itself, a caret under the span."""

from __future__ import annotations

from mcptest.errors import Problem
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
    text, column = _window(where)
    carets = " " * (column - 1) + "^" * max(1, min(where.width, len(text) - column + 1))
    return [
        *lines,
        f" {gutter} |",
        f" {number} | {text}",
        f" {gutter} | {carets}{' ' + label if label else ''}",
    ]


def _window(where: Location) -> tuple[str, int]:
    """A long line is cut around the column."""
    text = where.text.rstrip("\r\n").replace("\t", " ")
    if len(text) <= _WIDTH:
        return text, where.column
    start = max(0, where.column - 1 - _WIDTH // 2)
    return text[start : start + _WIDTH], where.column - start
