"""Parse a target: a path such as ``result.content[0].text``, or a JSONPath query."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from mcptest.model.json import MISSING, MaybeJson
from mcptest.model.record import record

_STEP = re.compile(
    r"""\.(?!\*(?:[.\[]|$))(?P<name>[^\s.\[\]"']+)
      | \[\s*(?P<index>-?[0-9]{1,9})\s*\]
      | \[\s*(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]""",
    re.VERBOSE,
)
_ROOT = re.compile(r"""[^\s.\[\]"']+""")
MAX_LENGTH = 1_000


class PathError(ValueError):
    """A target that cannot be read; ``column`` is counted from one."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message}, at column {column}")
        self.column = column


@record
class Path:
    """A compiled target; ``query`` is set when it is JSONPath."""

    text: str
    steps: tuple[str | int, ...]
    query: Any = field(default=None, repr=False, compare=False)

    @classmethod
    def parse(cls, text: str) -> Path:
        """Read a target.

        Raises: PathError.
        """
        return _parse(text)

    @property
    def root(self) -> str | None:
        """The name that the path starts from; None for a query."""
        return None if self.query else str(self.steps[0])

    def resolve(self, roots: Mapping[str, MaybeJson]) -> MaybeJson:
        """The value, or MISSING; a root may be spelt like the whole path."""
        if self.query:
            return _found(self.query, roots)
        if self.text in roots:
            return roots[self.text]
        value = roots.get(str(self.steps[0]), MISSING)
        for step in self.steps[1:]:
            value = _child(value, step)
        return value


def _steps(text: str) -> list[str | int]:
    root = _ROOT.match(text)
    if root is None:
        raise PathError("a target begins with a name such as result", 1)
    steps: list[str | int] = [root[0]]
    at = root.end()
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise PathError(_advice(text[at:]), at + 1)
        steps.append(_step(found, at))
        at = found.end()
    return steps


def _step(found: re.Match[str], at: int) -> str | int:
    if found["name"] is not None:
        return found["name"]
    if found["index"] is not None:
        return int(found["index"])
    quoted = found["quoted"]
    if quoted.startswith("'"):
        inner = quoted[1:-1].replace("\\'", "'").replace('"', '\\"')
        quoted = f'"{inner}"'
    try:
        name: str = json.loads(quoted, strict=False)
    except ValueError:
        raise PathError("the text in quotes has a wrong escape", at + 1) from None
    return name


def _advice(rest: str) -> str:
    if rest.startswith(("[*", ".*", "..", "[?")):
        return "wildcards need JSONPath: begin the target with $, as in $.result.content[*].text"
    if rest.startswith("["):
        return 'in brackets stands an index such as [0] or a name such as ["a b"]'
    return "expected .name or [index]"


def _child(value: MaybeJson, step: str | int) -> MaybeJson:
    if isinstance(value, dict) and isinstance(step, str):
        return value.get(step, MISSING)
    if isinstance(value, list) and isinstance(step, int) and -len(value) <= step < len(value):
        return value[step]
    return MISSING


def _query(text: str) -> Any:
    from mcptest.match.query import QueryError, compile_query

    try:
        return compile_query(text)
    except QueryError as error:
        raise PathError(str(error), error.column) from None


def _found(query: Any, roots: Mapping[str, MaybeJson]) -> MaybeJson:
    from mcptest.match.query import find

    return find(query, {name: value for name, value in roots.items() if value is not MISSING})


@lru_cache(maxsize=1024)  # a suite has thousands of targets, and few that differ
def _parse(text: str) -> Path:
    if len(text) > MAX_LENGTH:
        raise PathError(f"a target may have {MAX_LENGTH} characters", MAX_LENGTH + 1)
    if text.startswith("$"):
        return Path(text, (), _query(text))
    return Path(text, tuple(_steps(text)))
