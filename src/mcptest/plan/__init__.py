"""The one table: which room owns which block of a suite, and how a suite becomes cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from mcptest.engine.case import Case
from mcptest.errors import Problem
from mcptest.model.json import JsonObject
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.load import Suite
from mcptest.suite.shape import INVALID, Shape
from mcptest.suite.yaml.node import Node

BLOCKS: Mapping[str, str] = {
    "tools": "mcptest.calls.tools",
    "resources": "mcptest.calls.resources",
    "prompts": "mcptest.calls.prompts",
    "compliance": "mcptest.compliance.block",
    "coverage": "mcptest.calls.coverage",
    "tool_quality": "mcptest.lint.block",
    "performance": "mcptest.calls.performance",
}


NESTED: Mapping[str, str] = {  # blocks inside a tool test
    "negative_path": "mcptest.negative.block",
    "fuzz": "mcptest.fuzz.block",
}


def block(key: str, node: Node | None = None) -> Block[Any, Case]:
    """The room's own constant, imported when the suite uses it."""
    if key == "tools":
        from mcptest.calls.tools import PLAIN_KEYS, tools_block

        rooms = {} if node is not None and _keys_in(node) <= PLAIN_KEYS else NESTED
        nested = {name: import_module(room).NESTED for name, room in rooms.items()}
        return tools_block(nested, NESTED)
    found = import_module(BLOCKS[key]).BLOCK
    assert isinstance(found, Block)
    return found


def _keys_in(tests: Node) -> set[str]:
    """What the entries of a list have; a key that nobody knows asks for all that there are."""
    return {key for entry in tests for key, _ in entry.items()}


def block_shapes() -> dict[str, Shape[Any]]:
    """Every block, for the JSON Schema and the reference page."""
    return {key: block(key).shape for key in BLOCKS}


def suite_schema() -> JsonObject:
    """The JSON Schema of a suite, from the same shapes that read it."""
    from mcptest.suite.schema import suite_json_schema

    return suite_json_schema(block_shapes())


@record
class Reading:
    """What the blocks of a suite say, before cases are made of it."""

    values: tuple[tuple[Block[Any, Case], Any], ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    def cases(self, suite: Suite) -> tuple[list[Case], list[str]]:
        """All cases of the suite, and a note for each block in preview.

        Raises: FileProblemsError with every problem of every block.
        """
        cases = [case for owner, value in self.values for case in owner.cases(value, suite)]
        suite.require([*self.problems, *_twice(cases)])
        return cases, [*suite.notes, *self.notes]


def read_blocks(suite: Suite) -> Reading:
    """Read every block; the nodes of the suite are not needed after that."""
    problems: list[Problem] = []
    values: list[tuple[Block[Any, Case], Any]] = []
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
