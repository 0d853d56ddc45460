"""Trouble on standard error: for people with its place and a caret, for programs as a document."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise

from mcptest.errors import FileProblemsError, McptestError, Problem
from mcptest.model.escape import visible
from mcptest.model.json import Json


def asks_for_json(argv: Sequence[str]) -> bool:
    """Whether a program reads what this command line says."""
    return "--format=json" in argv or ("--format", "json") in pairwise(argv)


def show_error(error: McptestError, *, as_json: bool = False) -> None:
    """Every problem at once."""
    problems = (
        error.problems
        if isinstance(error, FileProblemsError)
        else (Problem(error.code, error.message, error.where, error.hint),)
    )
    if as_json:
        show_document(problems, exit_code=error.exit_code)
        return
    from mcptest.report.excerpt import show_problem

    for problem in problems:
        sys.stderr.write(visible(show_problem(problem)) + "\n")


def show_document(problems: Sequence[Problem], *, exit_code: int) -> None:
    """The ``mcptest.error/v1`` document, on one line."""
    document = {
        "schema": "mcptest.error/v1",
        "exit_code": int(exit_code),
        "errors": [_entry(problem) for problem in problems],
    }
    sys.stderr.write(json.dumps(document) + "\n")


def _entry(problem: Problem) -> Json:
    place: Json = None
    if where := problem.where:
        place = {"file": where.file, "line": where.line, "column": where.column}
    return {
        "code": problem.code,
        "message": problem.message,
        "where": place,
        "help": problem.hint,
    }
