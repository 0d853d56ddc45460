"""The steps of hooks: calls, and programs to run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from mcptest.calls.steps import STEP_KEYS, Step, capture, take_step
from mcptest.engine.context import Context
from mcptest.engine.judge import hold_all
from mcptest.engine.judge_in_time import judge_in_time
from mcptest.errors import Problem, TargetStartError
from mcptest.model.escape import last_lines, one_line
from mcptest.model.finding import Finding, Severity
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.record import record
from mcptest.suite.entry import CALL_ROOTS
from mcptest.suite.expect import Expect, ExpectShape
from mcptest.suite.shape import Key, ListOf, Object, ServerName, complain
from mcptest.suite.substitute import UnsetVariableError, substitute
from mcptest.suite.transports.stdio import Command
from mcptest.suite.yaml.node import Node
from mcptest.wire.process.command import CommandResult, run_command
from mcptest.wire.target import StdioTarget

COMMAND_ROOTS: Final = ("exit_code", "stdout", "stderr", "json", "duration_ms")
_KINDS: Final = ("tool", "uri", "prompt", "command")


@record(kw_only=True)
class HookStep(Step):
    """A step before or after tests; a ``command`` runs in the folder of its suite."""

    command: tuple[str, ...] | None = None
    server: str | None = None

    @property
    def folder(self) -> str:
        return str(Path(self.where.file).absolute().parent)


def _one_kind(members: Mapping[str, Any], node: Node, problems: list[Problem]) -> None:
    if sum(key in members for key in _KINDS) != 1:
        message = "a hook step needs exactly one of tool, uri, prompt and command"
        complain(problems, "suite-bad-value", message, node)
    if "command" in members and "args" in members:
        message = "a command has no args; put them into the command"
        complain(problems, "suite-bad-value", message, node.get("args") or node)


HOOK_STEPS = ListOf(
    Object(
        "hook step",
        {
            **STEP_KEYS,
            "expect": Key(
                ExpectShape(tuple(dict.fromkeys((*CALL_ROOTS, *COMMAND_ROOTS))), deferred=True),
                doc="Assertions for this step; if omitted, it must succeed.",
            ),
            "command": Key(
                Command(),
                doc="Program to run to its end, in the suite's folder and without a shell.",
            ),
            "server": Key(ServerName(), doc="Run this step only for this server."),
        },
        HookStep,
        place=True,
        check=_one_kind,
    ),
    least=1,
)


async def run_hooks(
    context: Context, name: str, steps: tuple[HookStep, ...], *, to_the_end: bool
) -> tuple[Finding, ...]:
    """What failed; the first failure ends it, unless it is to go on ``to_the_end``."""
    found: list[Finding] = []
    for number, step in enumerate(steps, 1):
        if step.server is not None and step.server != context.counted_as:
            continue
        try:
            findings = await _taken(context, step)
        except UnsetVariableError as error:
            findings = (Finding("capture", Severity.ERROR, str(error), step.where),)
        found += [replace(one, message=f"{name} step {number}: {one.message}") for one in findings]
        if found and not to_the_end:
            break
    return tuple(found)


async def _taken(context: Context, step: HookStep) -> tuple[Finding, ...]:
    if step.command is None:
        taken = await take_step(context, step, context.captured, timeout=step.timeout)
        return taken.findings
    words = tuple(str(substitute(word, context.captured)) for word in step.command)
    target = StdioTarget(words, dict(os.environ), step.folder)
    try:
        done = await run_command(target, timeout=step.timeout or context.limits.timeout)
    except TargetStartError as error:
        return (Finding(error.code, Severity.ERROR, error.message, step.where, help=error.hint),)
    return tuple(await judge_in_time(partial(_judged, context, step, done)))


def _judged(context: Context, step: HookStep, done: CommandResult) -> list[Finding]:
    expect = step.expect or Expect()
    if done.timed_out or (expect.assertions is None and done.exit_code != 0):
        return [_failed(step, done)]
    roots = _roots(done)
    held = expect.resolve(context.captured).expectations()
    return hold_all(held, roots, context.matching, where=step.where) or capture(
        step, roots, context.captured
    )


def _failed(step: HookStep, done: CommandResult) -> Finding:
    program = one_line(" ".join(step.command or ()), limit=100)
    ended = "did not finish in time" if done.timed_out else _ending(done.exit_code)
    words = last_lines(done.stderr or done.stdout)
    return Finding(
        id="hook-command",
        severity=Severity.ERROR,
        message=f"`{program}` {ended}",
        where=step.where,
        help=f"last lines of its output:\n{words}" if words else None,
    )


def _ending(status: int | None) -> str:
    return "was ended by a signal" if status is None else f"exited with code {status}"


def _roots(done: CommandResult) -> dict[str, MaybeJson]:
    return {
        "exit_code": done.exit_code,
        "stdout": done.stdout.rstrip("\r\n"),
        "stderr": done.stderr.rstrip("\r\n"),
        "json": _json(done.stdout),
        "duration_ms": done.duration_ms,
    }


def _json(text: str) -> MaybeJson:
    try:
        found: Json = json.loads(text)
    except (ValueError, RecursionError):
        return MISSING
    return found
