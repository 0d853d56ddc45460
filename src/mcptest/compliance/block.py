"""The ``compliance:`` block of a suite: single rules, named requests, a revision and gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any as Anything

from mcptest.compliance.block_entry import ENTRY, ComplianceEntry, entry_case
from mcptest.compliance.gates import GRADE_TARGETS, SPEC_TARGETS, GradeDelta, SpecVersionCheck
from mcptest.compliance.hint_values import HINT_SET
from mcptest.compliance.infos import rule_infos
from mcptest.compliance.observe.examination import Examination
from mcptest.engine.case import Case
from mcptest.errors import Problem
from mcptest.model.json import Json
from mcptest.model.location import Location
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.block import Block
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.load import Suite
from mcptest.suite.scope import Invalid, Scope, complain
from mcptest.suite.shape import Key, ListOf, Object, Revision, Shape, Text
from mcptest.suite.yaml.node import Node


@record
class ComplianceBlock:
    """What the block says; the bare list has entries alone."""

    tests: tuple[ComplianceEntry, ...] = ()
    spec_version: SpecVersion | None = None
    spec_version_check: SpecVersionCheck | None = None
    grade_delta: GradeDelta | None = None
    baseline: str | None = None
    hints: Mapping[str, Json] = field(default_factory=dict)


def _spec_check(
    *, where: Location, against: SpecVersion | None = None, expect: Expect | None = None
) -> SpecVersionCheck:
    del where
    return SpecVersionCheck(against, expect.assertions if expect else None)


def _grade_delta(*, where: Location, against: str, expect: Expect | None = None) -> GradeDelta:
    folder = Path(where.file).parent
    return GradeDelta(folder / against, expect.assertions if expect else None)


def _needs_pin(members: Mapping[str, Anything], node: Node, problems: list[Problem]) -> None:
    if "spec_version_check" in members and "spec_version" not in members:
        place = node.get("spec_version_check") or node
        message = "spec_version_check compares from spec_version, which is not given"
        hint = "add spec_version: with the revision that this suite was written against"
        complain(problems, "suite-missing-pin", message, place, hint=hint)


_OBJECT: Object[ComplianceBlock] = Object(
    "compliance block",
    {
        "spec_version": Key(Revision(), doc="The revision that the suite was written against."),
        "spec_version_check": Key(
            Object(
                "spec_version_check",
                {
                    "against": Key(Revision(), doc="The revision to upgrade to."),
                    "expect": Key(
                        ExpectShape(SPEC_TARGETS), doc="What must hold (default: nothing changed)."
                    ),
                },
                _spec_check,
                place=True,
            ),
            doc="A gate on what changed between two revisions.",
        ),
        "grade_delta": Key(
            Object(
                "grade_delta",
                {
                    "against": Key(Text(), required=True, doc="A saved scorecard."),
                    "expect": Key(
                        ExpectShape(GRADE_TARGETS),
                        doc="What must hold (default: nothing regressed).",
                    ),
                },
                _grade_delta,
                place=True,
            ),
            doc="A gate on the grade since a scorecard was saved.",
        ),
        "baseline": Key(Text(), doc="A file with expected failures."),
        "hints": Key(
            HINT_SET,
            doc="Fixtures that rules may use, such as slow_tool; hints.md lists them.",
        ),
        "tests": Key(ListOf(ENTRY), doc="Single rules and named requests."),
    },
    ComplianceBlock,
    check=_needs_pin,
)


class _BlockShape(Shape[ComplianceBlock]):
    """The object, or a bare list of its tests."""

    label = "a list of compliance tests, or an object with tests and a pin"
    _list = ListOf(ENTRY)

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> ComplianceBlock | Invalid:
        if not isinstance(node.value, list):
            return _OBJECT.read(node, problems, scope)
        tests = self._list.read(node, problems, scope)
        return tests if isinstance(tests, Invalid) else ComplianceBlock(tests)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, (list, dict))

    def json_schema(self) -> dict[str, Json]:
        return {"anyOf": [self._list.json_schema(), _OBJECT.json_schema()]}


def block_cases(block: ComplianceBlock, suite: Suite) -> list[Case]:
    """A case for each entry; the gates and the whole grade are not cases."""
    exams: dict[str, Examination] = {}
    cases = []
    for entry in block.tests:
        server = entry.server or suite.scope.only_server or ""
        exam = exams.setdefault(server, Examination(block.spec_version, block.hints))
        cases.append(entry_case(entry, exam, server=server))
    return cases


BLOCK = Block(
    key="compliance",
    doc="Compliance rules of a revision, and gates on the result.",
    lane=Lane.COMPLIANCE,
    shape=_BlockShape(),
    cases=block_cases,
    defaults=("server",),
    entries="tests",
    rules=rule_infos,
)
