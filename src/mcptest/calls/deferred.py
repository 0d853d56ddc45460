"""Tests that use values captured by a hook: their text is filled in when they run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.match.path import PathError
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import Json
from mcptest.suite.entry import SuiteEntry
from mcptest.suite.expect import Expect
from mcptest.suite.load import Suite
from mcptest.suite.substitute import UnsetVariableError, substitute

E = TypeVar("E", bound=SuiteEntry)
_FILLED = ("args", "tool", "uri", "prompt")


def filled_late(
    make: Callable[[E, Suite], list[Case]],
) -> Callable[[E, Suite], list[Case]]:
    """The same cases, made once more with the captured values when they are run."""

    def cases(entry: E, suite: Suite) -> list[Case]:
        def late(index: int, case: Case) -> Case:
            async def observe(context: Context) -> Observation:
                try:
                    made = make(_filled(entry, context.captured), suite)[index]
                except (UnsetVariableError, PathError) as error:
                    finding = Finding("capture", Severity.ERROR, str(error), case.where)
                    return Observation(findings=(finding,), judged=True)
                seen = await made.observe(context)
                return replace(seen, expect=made.expect)

            return replace(case, observe=observe)

        return [late(index, case) for index, case in enumerate(make(entry, suite))]

    return cases


def _filled(entry: E, values: dict[str, Json]) -> E:
    """Steps fill in their own texts, since each may capture more."""
    members = {field.name: getattr(entry, field.name) for field in fields(entry)}
    changes: dict[str, Any] = {
        name: substitute(members[name], values) for name in _FILLED if members.get(name)
    }
    if entry.expect is not None:
        changes["expect"] = entry.expect.resolve(values)
    if members.get("cases"):
        changes["cases"] = tuple(_filled_row(row, values) for row in members["cases"])
    return replace(entry, **changes)


def _filled_row(row: Any, values: dict[str, Json]) -> Any:
    expect: Expect | None = row.expect
    return replace(
        row,
        args=substitute(row.args, values),
        expect=None if expect is None else expect.resolve(values),
    )
