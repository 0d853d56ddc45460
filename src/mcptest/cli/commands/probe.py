"""Call each tool once with valid arguments and check the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from mcptest.cli.dry_run import show_plan
from mcptest.cli.help import HelpCommand
from mcptest.cli.hints.options import argument_options, warn_of_unknown
from mcptest.cli.hints.suite_hints import all_hints
from mcptest.cli.options import safety_options, server_options
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.policies import policy_for
from mcptest.cli.refusal import all_refused, nothing_allowed
from mcptest.cli.running import engine_server, run_plan
from mcptest.cli.servers import ServerChoice
from mcptest.cli.shell_server import reproducing
from mcptest.compliance.hint_values import given_arguments
from mcptest.engine.case import Case, Observation
from mcptest.engine.context import Context
from mcptest.engine.execute import RunPace
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.run import RunPlan
from mcptest.errors import (
    OUT_OF_REACH,
    ExitCode,
    McptestError,
    NothingSelectedError,
    TargetError,
    TargetHandshakeError,
)
from mcptest.interruption.signals import run_interruptible
from mcptest.model.outcome import Lane
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext, ExecutionPolicy, PolicyOptions
from mcptest.scaffold.planned_calls import outlook, plan_probes
from mcptest.scaffold.probe import FEATURE, probe_cases
from mcptest.scaffold.server_session import ServerSession
from mcptest.suite.load import ServerSpec


@click.command(
    "probe",
    cls=HelpCommand,
    examples=[
        "mcptest probe -- python my_server.py",
        "mcptest probe --dry-run --url http://localhost:8000/mcp",
    ],
)
@click.option("--all-arguments", is_flag=True, help="Generate optional arguments as well.")
@click.option("--dry-run", is_flag=True, help="Show the planned calls without making them.")
@argument_options
@safety_options
@server_options
@output_options
def command(
    *, all_arguments: bool, dry_run: bool, server: ServerChoice, output: Output, **knobs: Any
) -> int:
    """Call each tool once with valid arguments and check the response.

    Check the content, the structured output, the error format and the response time.
    Destructive tools are called only with --execute-destructive.
    """
    spec = server.resolve()
    policy = policy_for(server, PolicyOptions.taken_from(knobs))
    given = given_arguments(all_hints(server, knobs.pop("hints")))
    gate = gate_for(policy, {spec.name: spec.target}, arguments=given)
    try:
        tools, _ = run_interruptible(list_tools(spec, gate))
    except OUT_OF_REACH as trouble:
        return report_unreachable(
            trouble, command="probe", lane=Lane.PROBE, spec=spec, output=output
        )
    except TargetError as trouble:
        return run_plan(_plan(spec, gate, [_never_opened(spec, trouble)]), output)
    warn_of_unknown(given, tools)
    if dry_run and output.name == "json":
        plan = CallPlan(gate, spec.name)
        plan_probes(plan, strictest_by_name(tools).values(), gate)
        return show_plan("probe", spec.name, plan, output, Redactor(spec.secrets))
    if dry_run:
        for line in outlook(tools, gate, CallContext.NEEDS_CALL, all_arguments=all_arguments):
            click.echo(line)
        return ExitCode.OK
    _check(tools, policy)
    cases = probe_cases(spec.name, tools, gate, all_arguments=all_arguments)
    return run_plan(_plan(spec, gate, cases), output, finish=reproducing(server, spec))


async def list_tools(spec: ServerSpec, gate: Gate) -> list[ToolDescriptor]:
    async with ServerSession(engine_server(spec), gate, FEATURE) as session:
        return await session.tools()


def _plan(spec: ServerSpec, gate: Gate, cases: Sequence[Case]) -> RunPlan:
    return RunPlan(
        command="probe",
        cases=cases,
        servers={spec.name: engine_server(spec)},
        pace=RunPace(jobs=gate.policy.concurrency),
        gate=gate,
        secrets=spec.secrets,
    )


def _never_opened(spec: ServerSpec, trouble: McptestError) -> Case:
    """Asked to judge a server, we judge one that cannot be talked to as well."""

    async def observe(context: Context) -> Observation:
        del context
        raise trouble

    started = not isinstance(trouble, TargetHandshakeError)
    name = "the server lists its tools" if started else "a session can be opened"
    return Case(
        id=f"{Lane.PROBE}::{spec.name}::{name}",
        name=name,
        lane=Lane.PROBE,
        server=spec.name,
        observe=observe,
    )


def _check(tools: Sequence[ToolDescriptor], policy: ExecutionPolicy) -> None:
    if not tools:
        raise NothingSelectedError("probe-no-tools", "the server has no tools to probe")
    if all_refused(tools, policy):
        raise nothing_allowed("probe-refused", policy)


SECTION = "Check a server"
COMMAND = command
