"""Steps: calls in one session, where a later one uses values of an earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from mcptest.calls.reply import no_answer, roots_of, succeeded
from mcptest.calls.target import TargetPath
from mcptest.engine.case import Observation
from mcptest.engine.context import Context
from mcptest.engine.judge import hold_all
from mcptest.engine.judge_in_time import judge_in_time
from mcptest.errors import Problem
from mcptest.match.path import Path, PathError
from mcptest.model.finding import Exchange, Finding, Severity
from mcptest.model.json import Json, JsonObject, MaybeJson, Missing
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.suite.entry import ARGS, CALL_ROOTS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.shape import Duration, Key, ListOf, MapOf, Object, Text, complain
from mcptest.suite.substitute import substitute
from mcptest.suite.yaml.node import Node
from mcptest.wire.reply import Reply, ReplyKind

if TYPE_CHECKING:
    from mcptest.calls.tools import ToolTest


@record(kw_only=True)
class Step:
    """One call: of a tool, a resource or a prompt."""

    where: Location
    tool: str | None = None
    uri: str | None = None
    prompt: str | None = None
    args: JsonObject = field(default_factory=dict)
    expect: Expect | None = None
    capture: Mapping[str, Path] = field(default_factory=dict)
    timeout: float | None = None


def _one_kind(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    said = [key for key in ("tool", "uri", "prompt") if key in members]
    if len(said) != 1:
        message = "a step needs exactly one of tool, uri and prompt"
        complain(problems, "suite-bad-value", message, node)


STEP_KEYS: Mapping[str, Key] = {
    "tool": Key(Text(), doc="Tool to call."),
    "uri": Key(Text(), doc="Resource to read."),
    "prompt": Key(Text(), doc="Prompt to get."),
    "args": Key(ARGS, doc="Arguments; ${name} is a captured value."),
    "expect": Key(ExpectShape(CALL_ROOTS, deferred=True), doc="Assertions for this step."),
    "capture": Key(MapOf(TargetPath()), doc="Names for values in the response, by target path."),
    "timeout": Key(Duration(), doc="Timeout of this request."),
}
STEP = Object("step", STEP_KEYS, Step, place=True, check=_one_kind)
STEPS = ListOf(STEP, least=1)


@record
class StepTaken:
    """What one step came to; no findings where it holds."""

    reply: Reply
    findings: tuple[Finding, ...]


async def observe_steps(context: Context, test: ToolTest) -> Observation:
    """Go step by step; the first thing that does not hold ends the test."""
    captured = dict(context.captured)
    total = 0.0
    for number, step in enumerate(test.steps, 1):
        taken = await take_step(context, step, captured, timeout=step.timeout or test.timeout)
        total += taken.reply.duration_ms
        if step.tool is not None:
            context.ledger.record(context.counted_as, step.tool, taken.reply.duration_ms)
        if taken.findings:
            named = tuple(replace(f, message=f"step {number}: {f.message}") for f in taken.findings)
            return Observation(findings=named, exchange=taken.reply.exchange, judged=True)
    return Observation(targets={"duration_ms": round(total, 3), "steps": len(test.steps)})


async def take_step(
    context: Context, step: Step, captured: dict[str, Json], *, timeout: float | None
) -> StepTaken:
    """Make one call, judge it, and put what it captures beside the rest.

    Raises: UnsetVariableError.
    """
    session = await context.session()
    method, params = request_of(step, captured)
    reply = await session.request(method, params, timeout=timeout)
    findings = await judge_in_time(partial(_judge, context, step, reply, captured))
    findings += capture(step, roots_of(reply), captured, reply.exchange) if not findings else []
    if not findings:
        context.answered()
    return StepTaken(reply, tuple(findings))


def request_of(step: Step, captured: Mapping[str, Json]) -> tuple[str, JsonObject]:
    """The method and the parameters of a step, with captured values filled in."""
    args = substitute(step.args, captured)
    if step.tool is not None:
        return "tools/call", {"name": substitute(step.tool, captured), "arguments": args}
    if step.uri is not None:
        return "resources/read", {"uri": substitute(step.uri, captured)}
    return "prompts/get", {"name": substitute(step.prompt, captured), "arguments": args}


def _judge(
    context: Context, step: Step, reply: Reply, captured: Mapping[str, Json]
) -> list[Finding]:
    broken = no_answer(reply, step.where)
    if broken is not None:
        if reply.kind is ReplyKind.TIMED_OUT:
            context.retire_session()
        return [broken]
    expect = step.expect or Expect()
    failed = succeeded(reply, step.where) if expect.assertions is None else None
    if failed is not None:
        return [failed]
    try:
        held = expect.resolve(captured).expectations()
    except PathError as error:
        return [_no_target(error, step, reply)]
    return hold_all(
        held, roots_of(reply), context.matching, where=step.where, exchange=reply.exchange
    )


def _no_target(error: PathError, step: Step, reply: Reply) -> Finding:
    return Finding(
        id="capture",
        severity=Severity.ERROR,
        message=f"a captured value is not a valid target: {error}",
        where=step.where,
        exchange=reply.exchange,
    )


def capture(
    step: Step,
    roots: Mapping[str, MaybeJson],
    captured: dict[str, Json],
    exchange: Exchange | None = None,
) -> list[Finding]:
    """Keep the values that the step names; a finding for one that is not there."""
    for name, path in step.capture.items():
        value = path.resolve(roots)
        if isinstance(value, Missing):
            return [_nothing_captured(name, path, step, exchange)]
        captured[name] = value
    return []


def _nothing_captured(name: str, path: Path, step: Step, exchange: Exchange | None) -> Finding:
    return Finding(
        id="capture",
        severity=Severity.ERROR,
        message=f"cannot capture {name}: {path.text} is absent",
        where=step.where,
        exchange=exchange,
    )
