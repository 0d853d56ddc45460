"""The ``resilience:`` block: inject a fault around a call, then check the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from mcptest.calls.case import CallRow, make_case
from mcptest.calls.nested.faults import FAULTS, UNANSWERED
from mcptest.calls.nested.reading import (
    UnexpectedReplyError,
    checked,
    judges,
    late_expect,
    read_state,
)
from mcptest.calls.reply import roots_of
from mcptest.calls.steps import STEP, STEPS, Step, take_step
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.errors import Problem
from mcptest.match.normalise import normalise
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, Json, JsonObject, MaybeJson, same_json
from mcptest.model.outcome import Lane, Skip
from mcptest.model.record import record
from mcptest.safety.gate import Refusal
from mcptest.safety.policy import CallContext
from mcptest.suite.block import Nested
from mcptest.suite.entry import ToolEntry
from mcptest.suite.load import Suite
from mcptest.suite.shape import Either, Key, Object, OneOf, complain
from mcptest.suite.substitute import UnsetVariableError, substitute
from mcptest.suite.yaml.node import Node
from mcptest.wire.reply import Reply

KEY: Final = "resilience"
LANE: Final = Lane(KEY, checks_messages=True)
_NO_READ: Final = "add resilience.read to see whether the call was applied twice"


@record(kw_only=True)
class Resilience:
    """``read`` shows the state; ``before`` and ``after`` are steps around the fault."""

    fault: str
    before: tuple[Step, ...] = ()
    read: Step | None = None
    after: tuple[Step, ...] = ()


_OBJECT: Object[Resilience] = Object(
    KEY,
    {
        "fault": Key(OneOf(*FAULTS), required=True, doc="What goes wrong."),
        "before": Key(STEPS, doc="Steps before the call, for example to capture values."),
        "read": Key(
            STEP,
            doc="Read of the state. After lost_reply, it must not differ from the state after "
            "one call.",
        ),
        "after": Key(STEPS, doc="Steps after the fault, with what must hold in expect."),
    },
    Resilience,
)


async def _observe(context: Context, entry: ToolEntry, asked: Resilience) -> Observation:
    refused = await _refusal(context, entry)
    if refused is not None:
        return Observation(skip=refused)
    captured = dict(context.captured)
    try:
        seen = await _played(context, entry, asked, captured)
        seen = replace(seen, expect=late_expect(entry, captured))
    except UnexpectedReplyError as error:
        return Observation(findings=(error.finding,), exchange=error.reply.exchange, judged=True)
    except UnsetVariableError as error:
        unset = Finding("capture", Severity.ERROR, str(error), entry.where)
        return Observation(findings=(unset,), judged=True)
    return seen


async def _refusal(context: Context, entry: ToolEntry) -> Skip | None:
    """The block is consent to calls that change something, not to destructive ones."""
    tool = (await context.tools_by_name()).get(entry.tool)
    if tool is None:
        return None
    answer = context.gate.decide(context.server, tool, CallContext.CONSENTED)
    return answer.skip if isinstance(answer, Refusal) else None


async def _played(
    context: Context, entry: ToolEntry, asked: Resilience, captured: dict[str, Json]
) -> Observation:
    broken = await _steps(context, entry, asked.before, captured, "before")
    if broken is not None:
        return broken
    args = substitute(entry.args, captured)
    params: JsonObject = {"name": entry.tool, "arguments": args}
    once: MaybeJson = MISSING
    if asked.fault == "lost_reply":
        first = await context.request("tools/call", params, timeout=entry.timeout)
        checked(first, entry.where)
        once = await _state(context, asked, captured)
    replies = await FAULTS[asked.fault](context, params, entry.timeout, entry.where)
    twice = await _state(context, asked, captured)
    context.ledger.record(context.counted_as, entry.tool, sum(one.duration_ms for one in replies))
    broken = await _steps(context, entry, asked.after, captured, "after")
    return broken or _seen(entry, asked, replies, once, twice)


async def _state(context: Context, asked: Resilience, captured: dict[str, Json]) -> MaybeJson:
    """Also the proof that the server still answers."""
    if asked.read is None:
        return MISSING
    found = normalise(await read_state(context, asked.read, captured))
    context.answered()
    return found


async def _steps(
    context: Context,
    entry: ToolEntry,
    steps: tuple[Step, ...],
    captured: dict[str, Json],
    name: str,
) -> Observation | None:
    for number, step in enumerate(steps, 1):
        taken = await take_step(context, step, captured, timeout=step.timeout or entry.timeout)
        if taken.findings:
            named = (
                replace(f, message=f"{name} step {number}: {f.message}") for f in taken.findings
            )
            return Observation(findings=tuple(named), exchange=taken.reply.exchange, judged=True)
    return None


def _seen(
    entry: ToolEntry, asked: Resilience, replies: list[Reply], once: MaybeJson, twice: MaybeJson
) -> Observation:
    roots = roots_of(replies[-1]) if replies else {}
    exchange = replies[-1].exchange if replies else None
    if asked.fault != "lost_reply":
        return Observation(roots=roots, exchange=exchange)
    if asked.read is None:
        notes = () if asked.after else (_NO_READ,)
        return Observation(roots=roots, exchange=exchange, notes=notes)
    applied_twice = not same_json(once, twice)
    findings = (
        (_applied_twice(entry, once, twice),) if applied_twice and not judges(entry, KEY) else ()
    )
    return Observation(
        roots={**roots, KEY: {"applied_twice": applied_twice}},
        targets={"resilience.applied_twice": applied_twice},
        findings=findings,
        exchange=exchange,
    )


def _applied_twice(entry: ToolEntry, once: MaybeJson, twice: MaybeJson) -> Finding:
    return Finding(
        id="applied-twice",
        severity=Severity.ERROR,
        message=f"{entry.tool} was applied twice: a client that lost the response and tried again "
        "leaves another state than one call does",
        where=entry.where,
        expected=once,
        actual=twice,
        help="make the call idempotent, for example with a key that the client chooses",
    )


def _build(value: Any) -> Resilience:
    return value if isinstance(value, Resilience) else Resilience(fault=str(value))


def _cases(entry: ToolEntry, value: Any, suite: Suite) -> list[Case]:
    asked = _build(value)

    async def observe(context: Context) -> Observation:
        return await _observe(context, entry, asked)

    def in_order() -> bool:
        return True

    [case] = [make_case(CallRow(entry), suite, lane=LANE, observe=observe, serial=in_order)]
    return [replace(case, isolated=True) if asked.fault == "restart" else case]


def _refuse_expect(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    """A call that is cancelled or cut off has no response that ``expect`` could check."""
    fault = _build(members[KEY]).fault
    if fault in UNANSWERED and "expect" in members:
        message = f'"expect" cannot check a call with the fault "{fault}": its response is ignored'
        place = node.get("expect") or node
        hint = 'move "expect" into a step under resilience.after'
        complain(problems, "suite-bad-value", message, place, hint=hint)


TARGETS: Final = {"applied_twice": "Whether the repeated call changed the state again."}
BLOCK = Nested(
    key=KEY,
    preview=False,
    lane=LANE,
    doc="Lose the response of a call and repeat it, cancel it, make it twice at once, or restart "
    "the server in the middle; then check the state.",
    shape=Either(OneOf(*FAULTS), _OBJECT, label="a fault, or an object (resilience)"),
    cases=_cases,
    fills=True,
    check=_refuse_expect,
    targets=TARGETS,
)
