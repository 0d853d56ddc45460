"""Turn suites and options into the plan of a run; ``plan.blocks`` is the table of blocks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mcptest.engine.case import Case
from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.plan.blocks import BLOCKS, NESTED, SuiteBlock
from mcptest.suite.load import Suite, read_suite
from mcptest.suite.shape import INVALID
from mcptest.suite.yaml.node import Node


def load_suite(
    path: str | os.PathLike[str],
    *,
    env: Mapping[str, str],
    text: str | None = None,
    within: Path | None = None,
) -> Suite:
    """Read a suite; what is wrong inside is in ``problems``.

    ``text`` stands for what the file holds; imports never leave ``within``, a real path.
    Raises: FileProblemsError where the file cannot be read as YAML at all.
    """
    return read_suite(path, blocks=BLOCKS, env=env, text=text, within=within)


def block(key: str, node: Node | None = None) -> SuiteBlock:
    """The room's own constant; ``node`` is what the suite says under it."""
    if key != "tools":
        return BLOCKS[key]()
    from mcptest.calls.tools import PLAIN_KEYS, tools_block

    rooms = {} if node is not None and _keys_in(node) <= PLAIN_KEYS else NESTED
    return tools_block({name: row() for name, row in rooms.items()}, NESTED)


def _keys_in(tests: Node) -> set[str]:
    """What the entries of a list have; a key that nobody knows asks for all that there are."""
    return {key for entry in tests for key, _ in entry.items()}


def all_blocks() -> list[SuiteBlock]:
    """Every block, for the JSON Schema and the reference pages."""
    return [block(key) for key in BLOCKS]


def suite_schema() -> JsonObject:
    """The JSON Schema of a suite, from the same shapes that read it."""
    from mcptest.suite.schema import suite_json_schema

    return suite_json_schema(all_blocks())


@record
class Reading:
    """What the blocks of a suite say, before cases are made of it."""

    values: tuple[tuple[SuiteBlock, Any], ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    def cases(self, suite: Suite) -> tuple[list[Case], list[str]]:
        """All cases of the suite, and a note for each block in preview.

        Raises: FileProblemsError with every problem of every block.
        """
        cases = [case for owner, value in self.values for case in self._cases(owner, value, suite)]
        suite.require([*self.problems, *_twice(cases)])
        return cases, [*suite.notes, *self.notes]

    def _cases(self, owner: SuiteBlock, value: Any, suite: Suite) -> list[Case]:
        cases = owner.cases(value, suite)
        for other, more in self.values if owner.late and cases else ():
            cases = cases if other.around is None else other.around(more, cases)
        return cases


def read_blocks(suite: Suite) -> Reading:
    """Read every block; the nodes of the suite are not needed after that."""
    problems: list[Problem] = []
    values: list[tuple[SuiteBlock, Any]] = []
    notes: list[str] = []
    for key in BLOCKS:
        if key not in suite.blocks:
            continue
        owner = block(key, suite.blocks[key])
        if owner.preview:
            notes.append(f"{key}: is in preview and may change")
        value = owner.shape.read(suite.blocks[key], problems, suite.scope)
        if value is not INVALID:
            values.append((owner, value))
    return Reading(tuple(values), tuple(problems), tuple(notes))


def build_cases(suite: Suite) -> tuple[list[Case], list[str]]:
    """All cases of a suite, and a note for each block in preview.

    Raises: FileProblemsError with every problem of every block.
    """
    return read_blocks(suite).cases(suite)


def _twice(cases: list[Case]) -> Iterator[Problem]:
    """Reports, baselines and snapshots go by the id, so it must be one case's alone."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.id, case)
        if other is not case:
            place = f"line {other.where.line}" if other.where else "another place"
            yield Problem(
                "suite-duplicate-name",
                f"duplicate name: {place} has a test {case.name!r} on the same server",
                case.where,
                "rename one of them",
            )
