"""The ``relations:`` block: two calls, and what must hold between their responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from mcptest.calls.case import CallRow, make_case
from mcptest.calls.nested.comparison import COMPARISONS, Comparison, not_more, same_items
from mcptest.calls.nested.reading import (
    UnexpectedReplyError,
    checked,
    judges,
    late_expect,
    read_state,
    value_of,
)
from mcptest.calls.reply import observation_of
from mcptest.calls.steps import STEP, Step
from mcptest.calls.target import TargetPath
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import Problem
from mcptest.match.path import Path
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import JsonObject, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.model.outcome import Lane
from mcptest.model.record import record
from mcptest.suite.block import Nested
from mcptest.suite.entry import ARGS, ToolEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Flag, Key, ListOf, MapOf, Object, OneOf, Text, complain
from mcptest.suite.substitute import UnsetVariableError, substitute
from mcptest.suite.yaml.node import Node
from mcptest.wire.reply import Reply

KEY: Final = "relations"
LANE: Final = Lane(KEY)


@record(kw_only=True)
class Relation:
    """``args`` are laid over those of the test where both calls are of one tool."""

    holds: str
    where: Location
    tool: str | None = None
    args: JsonObject = field(default_factory=dict)
    target: Path | None = None
    capture: Mapping[str, Path] = field(default_factory=dict)
    read: Step | None = None
    argument: str | None = None
    decreasing: bool = False
    unordered: bool = False

    @property
    def comparison(self) -> Comparison:
        if self.holds == "monotonic" and self.decreasing:
            return not_more
        equal = self.holds in {"same", "idempotent", "inverse"}
        return same_items if equal and self.unordered else COMPARISONS[self.holds]


def _check(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    if members["holds"] == "inverse" and not {"read", "argument"} & members.keys():
        message = 'an inverse relation needs "read" or "argument"'
        hint = "read says how to see the state, argument names the one that must come back"
        complain(problems, "suite-bad-value", message, node, hint=hint)
    for key, kinds in (("argument", {"inverse"}), ("read", {"inverse", "idempotent"})):
        if key in members and members["holds"] not in kinds:
            message = f'"{key}" cannot be used with the relation {members["holds"]}'
            complain(problems, "suite-bad-value", message, node.get(key) or node)


RELATION: Object[Relation] = Object(
    "relation",
    {
        "holds": Key(OneOf(*COMPARISONS), required=True, doc="What must hold between the calls."),
        "tool": Key(Text(), doc="Tool of the second call; the same by default."),
        "args": Key(ARGS, doc="Arguments of the second call; merged over the test's args."),
        "target": Key(
            TargetPath(),
            doc="Part of both responses to compare; structuredContent or the text by default.",
        ),
        "capture": Key(
            MapOf(TargetPath()), doc="Values from the first response, for args as ${name}."
        ),
        "read": Key(STEP, doc="Read of the state, to compare instead of the responses."),
        "argument": Key(Text(), doc="Argument of the first call that an inverse gives back."),
        "decreasing": Key(
            Flag(),
            doc="Require that a monotonic value does not increase, instead of not decrease.",
            default=False,
        ),
        "unordered": Key(Flag(), doc="Compare lists in any order.", default=False),
    },
    Relation,
    place=True,
    check=_check,
)


async def _observe(
    context: Context, entry: ToolEntry, relations: tuple[Relation, ...]
) -> Observation:
    """Every relation in turn, each with a first call of its own."""
    findings: list[Finding] = []
    seen = Observation()
    try:
        for relation in relations:
            first, finding = await _hold(context, entry, relation)
            seen = observation_of(first)
            findings += [finding] if finding is not None else []
        expect = late_expect(entry, context.captured)
    except UnexpectedReplyError as error:
        return Observation(findings=(error.finding,), exchange=error.reply.exchange, judged=True)
    except UnsetVariableError as error:
        unset = Finding("capture", Severity.ERROR, str(error), entry.where)
        return Observation(findings=(unset,), judged=True)
    numbers: JsonObject = {"checked": len(relations), "broken": len(findings)}
    return Observation(
        roots={**seen.roots, KEY: numbers},
        targets={f"{KEY}.{name}": value for name, value in numbers.items()},
        findings=() if judges(entry, KEY) else tuple(findings),
        exchange=seen.exchange,
        expect=expect,
    )


async def _hold(
    context: Context, entry: ToolEntry, relation: Relation
) -> tuple[Reply, Finding | None]:
    captured = dict(context.captured)
    states: list[MaybeJson] = []
    state = relation.read
    if state is not None and relation.holds == "inverse":
        states.append(await read_state(context, state, captured))
    given = substitute(entry.args, captured)
    assert isinstance(given, dict)
    first = checked(await _call(context, entry, entry.tool, given), relation.where)
    for name, path in relation.capture.items():
        value = value_of(first, path)
        if not isinstance(value, Missing):
            captured[name] = value
    if state is not None and relation.holds == "idempotent":
        states.append(await read_state(context, state, captured))
    tool = relation.tool or entry.tool
    more = substitute(relation.args, captured)
    assert isinstance(more, dict)
    args = {**given, **more} if tool == entry.tool else more
    repeated = state is not None and relation.holds == "idempotent"
    second = checked(await _call(context, entry, tool, args), relation.where, may_fail=repeated)
    if state is not None:
        states.append(await read_state(context, state, captured))
        return first, _finding(relation, states[0], states[1], second)
    before = given.get(relation.argument) if relation.argument else value_of(first, relation.target)
    return first, _finding(relation, before, value_of(second, relation.target), second)


async def _call(context: Context, entry: ToolEntry, tool: str, args: JsonObject) -> Reply:
    params: JsonObject = {"name": tool, "arguments": args}
    reply = await context.request("tools/call", params, timeout=entry.timeout)
    context.ledger.record(context.counted_as, tool, reply.duration_ms)
    context.answered()
    return reply


def _finding(
    relation: Relation, first: MaybeJson, second: MaybeJson, reply: Reply
) -> Finding | None:
    problem = relation.comparison(first, second)
    if problem is None:
        return None
    if relation.read is not None:
        how = "after the second call" if relation.holds == "idempotent" else "after both calls"
        problem = f"the state changed: it is different {how}"
    return Finding(
        id="relation",
        severity=Severity.ERROR,
        message=f"{relation.holds}: {problem}",
        where=relation.where,
        expected=first,
        actual=second,
        exchange=reply.exchange,
    )


def _cases(entry: ToolEntry, relations: tuple[Relation, ...], suite: Suite) -> list[Case]:
    async def observe(context: Context) -> Observation:
        return await _observe(context, entry, relations)

    def in_order() -> bool:
        return True

    return [make_case(CallRow(entry), suite, lane=LANE, observe=observe, serial=in_order)]


TARGETS: Final = {
    "checked": "How many relations were checked.",
    "broken": "How many of them do not hold.",
}
BLOCK = Nested(
    key=KEY,
    preview=False,
    lane=LANE,
    doc="Call the tool twice, and check what must hold between the two responses.",
    shape=ListOf(RELATION, least=1),
    cases=_cases,
    fills=True,
    targets=TARGETS,
)
