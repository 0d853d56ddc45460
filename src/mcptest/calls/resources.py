"""The ``resources:`` block: read a resource and check its contents."""

from __future__ import annotations

from mcptest.calls.call import observe_call
from mcptest.calls.case import CallRow, make_case
from mcptest.calls.entry_cases import entry_cases
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.suite.block import Block
from mcptest.suite.entry import CALL_DEFAULTS, ENTRY_KEYS, SuiteEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Key, ListOf, Object, Text


@record(kw_only=True)
class ResourceTest(SuiteEntry):
    uri: str


SHAPE = Object(
    "resource test",
    {**ENTRY_KEYS, "uri": Key(Text(), required=True, doc="URI of the resource to read.")},
    ResourceTest,
    place=True,
)


def resource_cases(tests: tuple[ResourceTest, ...], suite: Suite) -> list[Case]:
    return [case for test in tests for case in entry_cases(test, suite, _cases)]


def _cases(test: ResourceTest, suite: Suite) -> list[Case]:
    async def observe(context: Context) -> Observation:
        return await observe_call(context, test, "resources/read", {"uri": test.uri})

    return [make_case(CallRow(test), suite, lane=Lane.RESOURCES, observe=observe)]


BLOCK = Block(
    key="resources",
    doc="Tests that read resources.",
    lane=Lane.RESOURCES,
    shape=ListOf(SHAPE),
    cases=resource_cases,
    defaults=CALL_DEFAULTS,
    late=True,
    large=True,
)
