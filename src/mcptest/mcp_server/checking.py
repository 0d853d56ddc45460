"""Check files that an agent names or sends; problems are values without secrets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from mcptest.errors import FileProblemsError, McptestError, Problem
from mcptest.mcp_server.tool import MAYBE_TEXT, TEXT, closed
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.model.finding import Finding
from mcptest.model.json import Json, JsonObject
from mcptest.model.location import Location
from mcptest.model.redaction import Redactor

T = TypeVar("T")
MOST_TOLD: Final = 200
PROBLEM: Final = closed(
    {
        "code": TEXT,
        "message": TEXT,
        "help": MAYBE_TEXT,
        "file": MAYBE_TEXT,
        "line": {"type": ["integer", "null"]},
        "column": {"type": ["integer", "null"]},
    }
)


class Watched(Mapping[str, str]):
    """An environment that remembers what was read of it, so that no message repeats it."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        value = self._environ[name]
        self.read.add(value)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._environ)

    def __len__(self) -> int:
        return len(self._environ)


def attempt(work: Callable[[], T]) -> tuple[T | None, tuple[Problem, ...]]:
    """What the work gives, or the problems that it has with its input."""
    try:
        return work(), ()
    except FileProblemsError as error:
        return None, error.problems
    except McptestError as error:
        return None, (Problem(error.code, error.message, error.where, error.hint),)


def told(problems: tuple[Problem, ...], context: ToolContext, redactor: Redactor) -> list[Json]:
    """Problems as ``PROBLEM`` says, with paths as the agent would write them."""
    return [_told(problem, context, redactor) for problem in problems[:MOST_TOLD]]


def _told(problem: Problem, context: ToolContext, redactor: Redactor) -> JsonObject:
    def plain(text: str) -> str:
        root = str(context.workspace.root)
        return redactor.text(text).replace(root + os.sep, "").replace(root, "the served folder")

    return {
        "code": problem.code,
        "message": plain(problem.message),
        "help": problem.hint and plain(problem.hint),
        **place_of(problem.where, context),
    }


def place_of(where: Location | None, context: ToolContext) -> JsonObject:
    if where is None:
        return {"file": None, "line": None, "column": None}
    shown = context.workspace.shown(where.file)
    return {"file": shown, "line": where.line, "column": where.column}


def as_problem(finding: Finding) -> Problem:
    return Problem(finding.id, finding.message, finding.where, finding.help)
