"""The ``tools:`` block: call a tool and check the response."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import count
from typing import Any, Final

from mcptest.calls.call import observe_call
from mcptest.calls.captures import check_order
from mcptest.calls.case import CallRow, make_case
from mcptest.calls.entry_cases import entry_cases
from mcptest.calls.output import check_output
from mcptest.calls.steps import STEPS, Step, observe_steps
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import Problem
from mcptest.model.json import MISSING, JsonObject
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import ToolClass, classify
from mcptest.suite.block import Block, Nested
from mcptest.suite.entry import ARGS, CALL_DEFAULTS, CALL_ROOTS, ENTRY_KEYS, EXPECT, ToolEntry
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.load import Suite
from mcptest.suite.shape import Flag, Key, ListOf, Object, Text, complain
from mcptest.suite.yaml.node import Node

_TOKENS: Final = count(1)
NO_BLOCKS: Final[Mapping[str, Any]] = {}
_ROOTS: Final = frozenset({None, *CALL_ROOTS})


@record(kw_only=True)
class CaseRow:
    """One row of ``cases``: its own arguments and expectations under the test's name."""

    args: JsonObject | None = None
    expect: Expect | None = None
    name: str | None = None


@record(kw_only=True, guarded=False)
class ToolTest(ToolEntry):
    """A tool test as written; ``nested`` holds the blocks that other rooms own."""

    cases: tuple[CaseRow, ...] = ()
    steps: tuple[Step, ...] = ()
    progress: bool = False
    nested: Mapping[str, Any] = field(default_factory=lambda: NO_BLOCKS)


CASE_ROW = Object(
    "case row",
    {
        "name": Key(Text(), doc="Name of the row; its number by default."),
        "args": Key(ARGS, doc="Merged over the test's args."),
        "expect": Key(EXPECT, doc="Replaces the test's expect."),
    },
    CaseRow,
)


_OWN_KEYS: Mapping[str, Key] = {
    "tool": Key(Text(), doc="Tool to call; not used with steps."),
    "args": Key(ARGS, doc="Arguments of the call."),
    "cases": Key(ListOf(CASE_ROW, least=1), doc="Rows of args and expect, each run as a test."),
    "progress": Key(
        Flag(),
        doc="Ask for progress notifications, for the targets progress and logs.",
        default=False,
    ),
    "steps": Key(STEPS, doc="Calls to make in one session, with captures."),
}
PLAIN_KEYS = frozenset({*ENTRY_KEYS, *_OWN_KEYS})


def tool_test_shape(
    nested: Mapping[str, Nested[Any, Case]], names: Iterable[str]
) -> Object[ToolTest]:
    """The shape of one entry; ``names`` are the targets of all blocks that may stand inside."""

    def build(**members: Any) -> ToolTest:
        inner = {key: members.pop(key) for key in nested if key in members}
        return ToolTest(**members, nested=inner or NO_BLOCKS)

    keys = {
        **ENTRY_KEYS,
        "expect": replace(
            ENTRY_KEYS["expect"],
            shape=ExpectShape(
                (*CALL_ROOTS, *names),
                members={key: tuple(it.targets) for key, it in nested.items() if it.targets},
            ),
        ),
        **_OWN_KEYS,
        **{key: Key(it.shape, preview=it.preview, doc=it.doc) for key, it in nested.items()},
    }

    def check(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
        _one_kind(members, node, problems)
        for key, inner in nested.items():
            if key in members and inner.check is not None:
                inner.check(members, node, problems)

    return Object("tool test", keys, build, place=True, check=check)


def _one_kind(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    if "steps" in members:
        check_order(node.get("steps") or node, problems)
        for key in ("tool", "args", "cases", "expect"):
            if key in members:
                place = node.get(key) or node
                message = f'"{key}" cannot be combined with "steps"; move it into a step'
                complain(problems, "suite-bad-value", message, place)
    elif "tool" not in members:
        complain(problems, "suite-missing-key", 'missing required key "tool" in this test', node)
    if members.keys() <= PLAIN_KEYS:
        _refuse_targets_of_blocks(members.get("expect"), problems)


def _refuse_targets_of_blocks(expect: Expect | None, problems: list[Problem]) -> None:
    """A test without a block has nothing that the targets of blocks could be found in."""
    for one in (expect.assertions or ()) if expect is not None else ():
        root = one.target.root
        if root not in _ROOTS and one.where is not None:
            message = f'the target "{one.target.text}" needs a "{root}" block in this test'
            problems.append(Problem("suite-bad-target", message, one.where))


def _cases(test: ToolTest, suite: Suite) -> list[Case]:
    if test.steps:
        row = CallRow(test)

        def serial() -> bool:
            return any(_changes_things(step.tool) for step in test.steps)

        async def observe(context: Context) -> Observation:
            return await observe_steps(context, test)

        return [make_case(row, suite, lane=Lane.TOOLS, observe=observe, serial=serial)]
    return [_case(row, suite) for row in _rows(test)]


def _rows(test: ToolTest) -> list[CallRow]:
    if not test.cases:
        return [CallRow(test)]
    return [
        CallRow(
            replace(
                test,
                args={**test.args, **(row.args or {})},
                expect=row.expect if row.expect is not None else test.expect,
            ),
            row.name or str(number),
        )
        for number, row in enumerate(test.cases, 1)
    ]


def _case(row: CallRow, suite: Suite) -> Case:
    test = row.entry
    assert isinstance(test, ToolTest)
    tool = test.tool

    async def observe(context: Context) -> Observation:
        params: JsonObject = {"name": tool, "arguments": test.args}
        if test.progress:
            params["_meta"] = {"progressToken": f"mcptest-{next(_TOKENS)}"}
        seen = await observe_call(context, test, "tools/call", params, default=check_output(tool))
        duration = seen.targets.get("duration_ms")
        if isinstance(duration, float):
            context.ledger.record(context.counted_as, tool, duration)
        return seen

    return make_case(row, suite, lane=Lane.TOOLS, observe=observe, serial=_asking(tool))


@lru_cache(maxsize=1024)
def _asking(tool: str | None) -> Callable[[], bool]:
    return partial(_changes_things, tool)


@lru_cache(maxsize=1024)  # many tests call the same few tools
def _changes_things(tool: str | None) -> bool:
    """A tool that changes something keeps its place in the order, so that tests can rely on it."""
    if tool is None:
        return False
    named = ToolDescriptor(tool, None, MISSING, MISSING, MISSING, {"name": tool})
    return classify(named).tool_class in {ToolClass.MUTATING, ToolClass.DESTRUCTIVE}


def tools_block(
    nested: Mapping[str, Nested[Any, Case]], names: Iterable[str]
) -> Block[tuple[ToolTest, ...], Case]:
    """The block with what other rooms put inside it."""

    def cases(tests: tuple[ToolTest, ...], suite: Suite) -> list[Case]:
        return [
            case
            for test in tests
            for case in entry_cases(test, suite, _owned, late=not _fills(test))
        ]

    def _fills(test: ToolTest) -> bool:
        return any(nested[key].fills for key in test.nested)

    def _owned(test: ToolTest, suite: Suite) -> list[Case]:
        if not test.nested:
            return _cases(test, suite)
        return [
            case
            for key, value in test.nested.items()
            for case in nested[key].cases(test, value, suite)
        ]

    return Block(
        key="tools",
        doc="Tests that call tools.",
        lane=Lane.TOOLS,
        shape=ListOf(tool_test_shape(nested, names)),
        cases=cases,
        defaults=CALL_DEFAULTS,
        late=True,
        large=True,
    )


BLOCK = tools_block({}, ())
