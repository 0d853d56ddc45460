"""``validate_suite``: every problem of a suite, without running it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from mcptest.errors import FileProblemsError, Problem
from mcptest.lint.deprecation import lint_suite
from mcptest.mcp_server.checking import PROBLEM, Watched, as_problem, attempt, told
from mcptest.mcp_server.tool import COUNT, TEXT, ServedTool, closed, listed, text
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mock.caller import PendingCall
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.plan import build_cases, load_suite
from mcptest.suite.discover import discover

_UNSAVED: Final = "mcptest.yml"


@record
class _Checked:
    tests: int
    warnings: tuple[Problem, ...]
    notes: tuple[str, ...]


def _act(arguments: JsonObject, context: ToolContext, caller: PendingCall) -> JsonObject:
    del caller
    environ = Watched(context.environ)
    written = arguments.get("path")
    path = None if written is None else str(written)
    unsaved = arguments.get("text")
    content = None if unsaved is None else str(unsaved)
    checked, problems = attempt(lambda: _check(path, content, context, environ))
    redactor = Redactor(environ.read)
    return {
        "valid": not problems,
        "tests": checked.tests if checked else 0,
        "problems": told(problems, context, redactor),
        "warnings": told(checked.warnings if checked else (), context, redactor),
        "notes": list(checked.notes) if checked else [],
    }


def _check(
    path: str | None, content: str | None, context: ToolContext, environ: Watched
) -> _Checked:
    """Raises: FileProblemsError, UsageError, RefusedByPolicyError."""
    root = context.workspace.root
    if content is not None:
        return _suite(context.workspace.path(path or _UNSAVED), content, root, environ)
    if path is not None:
        return _named(path, context, environ)
    return _all(discover([], folder=str(root)), context, environ)


def _named(path: str, context: ToolContext, environ: Watched) -> _Checked:
    return _suite(context.workspace.path(path), None, context.workspace.root, environ)


def _all(paths: list[Path], context: ToolContext, environ: Watched) -> _Checked:
    """Raises: FileProblemsError with the problems of every file."""
    problems: list[Problem] = []
    found: list[_Checked] = []
    for path in paths:
        checked, trouble = attempt(partial(_named, str(path), context, environ))
        problems += trouble
        found += [checked] if checked else []
    if problems:
        raise FileProblemsError(problems)
    warnings = tuple(warning for checked in found for warning in checked.warnings)
    notes = tuple(dict.fromkeys(note for checked in found for note in checked.notes))
    return _Checked(sum(checked.tests for checked in found), warnings, notes)


def _suite(path: Path, content: str | None, root: Path, environ: Watched) -> _Checked:
    suite = load_suite(path, env=environ, text=content, within=root)
    cases, notes = build_cases(suite)
    return _Checked(len(cases), tuple(map(as_problem, lint_suite(suite))), tuple(notes))


TOOL = ServedTool(
    name="validate_suite",
    title="Validate a suite",
    description=(
        "Check a test suite without running it and return every problem with its "
        "line and a fix. Pass a path in the served folder, or the text of an unsaved "
        "suite. With neither, check the suites that a plain run would find."
    ),
    properties={
        "path": text("Path of a suite in the served folder."),
        "text": text(
            "YAML text to check; path is then where the suite would be saved.", most=1_000_000
        ),
    },
    act=_act,
    output=closed(
        {
            "valid": {"type": "boolean"},
            "tests": COUNT,
            "problems": listed(PROBLEM),
            "warnings": listed(PROBLEM),
            "notes": listed(TEXT),
        }
    ),
)
