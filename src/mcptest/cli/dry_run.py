"""Shows the calls that a command would make, as text or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

import click

from mcptest.cli.output.reports import Output
from mcptest.errors import ExitCode
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.redaction import Redactor
from mcptest.report.words import STAGES
from mcptest.safety.planned import CallPlan, PlannedCalls, plan_document

_STAGES = {lane.value: title for lane, title in STAGES.items()}


def show_plan(command: str, server: str, plan: CallPlan, output: Output, redact: Redactor) -> int:
    """On standard output; nothing was called."""
    if output.name == "json":
        document = redact.json(plan_document(command, server, plan))
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        for line in _lines(plan):
            click.echo(one_line(redact.text(line), limit=400))
    tools = len({call.tool for call in plan.calls})
    noun = "tool" if tools == 1 else "tools"
    click.echo(
        f"{tools} {noun}, at most {counted(plan.total, 'call')}; nothing was called", err=True
    )
    return ExitCode.OK


def _lines(plan: CallPlan) -> Iterator[str]:
    order = {call.tool: place for place, call in reversed(list(enumerate(plan.calls)))}
    calls = sorted(plan.calls, key=lambda call: order[call.tool])
    for tool, group in groupby(calls, key=lambda call: call.tool):
        yield from _tool_lines(tool, list(group))


def _tool_lines(tool: str, calls: list[PlannedCalls]) -> Iterator[str]:
    found = calls[0].found
    yield f"{tool}: {found.tool_class.words} ({found.reason})"
    if not any(call.most for call in calls) and len({call.why for call in calls}) == 1:
        known = f"{tool} is {found.tool_class.words}, because {found.reason}; "
        yield f"  not called: {calls[0].why.removeprefix(known)}"
        return
    for why, group in groupby(calls, key=lambda call: None if call.most else call.why):
        left = list(group)
        if why is not None and len(left) > 1:
            yield f"  not called in {_joined([_stage(call) for call in left])}: {why}"
        else:
            yield from (f"  {_stage(call):<12} {_number(call):<15} {call.why}" for call in left)


def _stage(call: PlannedCalls) -> str:
    return _STAGES.get(call.feature, call.feature)


def _joined(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _number(call: PlannedCalls) -> str:
    if call.most <= 1:
        return "1 call" if call.most else "not called"
    return f"up to {counted(call.most, 'call')}"
