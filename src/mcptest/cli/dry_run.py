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
from mcptest.safety.planned import CallPlan, PlannedCalls, plan_document


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
    yield f"{tool}: {found.tool_class} ({found.reason})"
    if not any(call.most for call in calls) and len({call.why for call in calls}) == 1:
        yield f"  {calls[0].decision}: {calls[0].why}"
        return
    for call in calls:
        number = "no call" if not call.most else f"at most {call.most}"
        number = "1 call" if call.most == 1 else number
        yield f"  {call.feature:<13} {call.decision:<11} {number:<11} {call.why}"
