"""Show a user's mistake in pytest as the command line shows it."""

from __future__ import annotations

from mcptest.errors import FileProblemsError, McptestError, Problem
from mcptest.model.escape import visible
from mcptest.report.excerpt import show_problem


def problem_text(error: McptestError) -> str:
    """Every problem with its place."""
    problems = (
        error.problems
        if isinstance(error, FileProblemsError)
        else (Problem(error.code, error.message, error.where, error.hint),)
    )
    return "\n".join(visible(show_problem(problem)) for problem in problems)
