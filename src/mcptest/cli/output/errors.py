"""Print errors to stderr: with place and caret for people, as a document for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mcptest.errors import FileProblemsError, McptestError, Problem
from mcptest.model.escape import visible
from mcptest.model.json import Json

_MOST_SHOWN = 100


def asks_for_json(argv: Sequence[str]) -> bool:
    """Whether a program reads what this command line says."""
    return "--format=json" in argv or ("--format", "json") in pairwise(argv)


def _placed(problem: Problem) -> Problem:
    """Without a place in a file that does not exist."""
    where = problem.where
    missing = where is not None and problem.message == f"file not found: {where.file}"
    return replace(problem, where=None) if missing else problem


def show_error(error: McptestError, *, as_json: bool = False) -> None:
    """Every problem at once."""
    problems = _redacted(
        error.problems
        if isinstance(error, FileProblemsError)
        else (Problem(error.code, error.message, error.where, error.hint),)
    )
    if as_json:
        show_document(problems, exit_code=error.exit_code)
        return
    from mcptest.report.excerpt import show_problem

    for problem in problems[:_MOST_SHOWN]:
        sys.stderr.write(visible(show_problem(_placed(problem))) + "\n")
    if len(problems) > _MOST_SHOWN:
        rest = len(problems) - _MOST_SHOWN
        sys.stderr.write(f"and {rest:,} more problems; use --format json to see all\n")


def _redacted(problems: Sequence[Problem]) -> list[Problem]:
    """Without what looks like a secret, and without what our variables of such names hold."""
    from mcptest.model.redaction import Redactor
    from mcptest.model.secret_names import names_a_secret

    redact = Redactor(value for name, value in os.environ.items() if names_a_secret(name)).text
    return [
        replace(
            problem,
            message=redact(problem.message),
            hint=problem.hint and redact(problem.hint),
            where=problem.where and replace(problem.where, text=redact(problem.where.text)),
        )
        for problem in problems
    ]


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
