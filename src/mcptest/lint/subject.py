"""What a lint rule checks: one tool, its parsed schemas, and the other tools."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import field

from mcptest.lint.words import fold
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.words import plain_words
from mcptest.schema.walk import LINTED, Role, Visit, walk

DEEPEST = 256


@record
class Neighbours:
    """The catalog as a whole: which tools share a name, its letters, its words, a description."""

    by_name: Mapping[str, Sequence[int]] = field(default_factory=dict)
    by_letters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    by_words: Mapping[tuple[str, ...], Sequence[str]] = field(default_factory=dict)
    by_description: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, tools: Sequence[ToolDescriptor]) -> Neighbours:
        names: defaultdict[str, list[int]] = defaultdict(list)
        letters: defaultdict[str, list[str]] = defaultdict(list)
        words: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        descriptions: defaultdict[str, list[str]] = defaultdict(list)
        for index, tool in enumerate(tools):
            names[tool.name].append(index)
            descriptions[" ".join((tool.description or "").split())].append(tool.name)
            if len(names[tool.name]) == 1:
                letters[fold(tool.name)].append(tool.name)
                words[tuple(sorted(plain_words(tool.name)))].append(tool.name)
        return cls(names, letters, words, descriptions)


@record
class LintSubject:
    """One tool; ``visits`` are its input schema's subschemas, ``linted`` those of the SCH rules."""

    tool: ToolDescriptor
    index: int = 0
    neighbours: Neighbours = field(default_factory=Neighbours)
    version: SpecVersion | None = None
    visits: tuple[Visit, ...] = ()
    linted: tuple[Visit, ...] = ()
    output_visits: tuple[Visit, ...] = ()

    @property
    def root(self) -> JsonObject:
        """The input schema, or an empty object where it is none."""
        schema = self.tool.input_schema
        return schema if isinstance(schema, dict) else {}

    @property
    def arguments(self) -> tuple[Visit, ...]:
        """The tool's own arguments."""
        return tuple(
            visit
            for visit in self.visits
            if visit.keyword == "properties" and visit.holder and visit.holder.role is Role.ROOT
        )


def make_subject(
    tool: ToolDescriptor, index: int, neighbours: Neighbours, version: SpecVersion | None
) -> LintSubject:
    schema, output = tool.input_schema, tool.output_schema
    return LintSubject(
        tool=tool,
        index=index,
        neighbours=neighbours,
        version=version,
        visits=tuple(walk(schema)) if isinstance(schema, dict) else (),
        linted=tuple(walk(schema, through=LINTED)) if isinstance(schema, dict) else (),
        output_visits=tuple(walk(output)) if isinstance(output, dict) else (),
    )


def nesting(value: Json) -> int:
    """How many objects and lists lie within each other at the deepest place."""
    level, depth = [value], 0
    while level := [part for part in level if isinstance(part, dict | list)]:
        depth += 1
        level = [
            inner for part in level for inner in (part.values() if isinstance(part, dict) else part)
        ]
    return depth
