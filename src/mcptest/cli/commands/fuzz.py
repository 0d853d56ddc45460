"""Call tools with odd and invalid input and report what breaks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from mcptest.cli.dry_run import show_plan
from mcptest.cli.help import HelpCommand
from mcptest.cli.hints.options import argument_options, warn_of_unknown
from mcptest.cli.hints.suite_hints import all_hints
from mcptest.cli.options import DurationType, safety_options, server_options
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.policies import policy_for
from mcptest.cli.refusal import all_refused, nothing_allowed
from mcptest.cli.running import engine_server, listed_tools, open_for, run_plan
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
    NothingSelectedError,
    TargetError,
    TargetHandshakeError,
    UsageError,
)
from mcptest.fuzz.caller import FEATURE
from mcptest.fuzz.chains import find_chains
from mcptest.fuzz.hunt import Tally
from mcptest.fuzz.observe import FuzzPlan, before, observing
from mcptest.fuzz.options import DEFAULT_CALL, DEFAULT_CASES, DEFAULT_SEED
from mcptest.fuzz.seeds import DEFAULT_NAME, SeedFile
from mcptest.fuzz.sequence import observing_chain
from mcptest.interruption.signals import run_interruptible
from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.model.outcome import Lane
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify, strictest_by_name
from mcptest.safety.gate import Gate
from mcptest.safety.planned import CallPlan
from mcptest.safety.policy import CallContext, Decision, ExecutionPolicy, PolicyOptions
from mcptest.suite.load import ServerSpec

_SHOW_EVERY = 0.1


@click.command(
    "fuzz",
    cls=HelpCommand,
    examples=[
        "mcptest fuzz -- python my_server.py",
        "mcptest fuzz --tool search --cases 500 --seed 7 -- python my_server.py",
    ],
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    metavar="N",
    default=DEFAULT_CASES,
    show_default=True,
    help="Make this many calls per tool.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    default=DEFAULT_SEED,
    show_default=True,
    help="Set the random seed; the same seed gives the same calls.",
)
@click.option(
    "--max-call-ms",
    type=click.FloatRange(min=1),
    metavar="MS",
    default=DEFAULT_CALL * 1000,
    help=f"Report a call that takes longer than this as a hang (default: {DEFAULT_CALL * 1000:g}).",
)
@click.option("--time-budget", type=DurationType(), help="Stop fuzzing after this long.")
@click.option("--tool", "only", multiple=True, metavar="NAME", help="Fuzz only this tool.")
@click.option(
    "--seeds",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT_NAME,
    show_default=True,
    help="Store findings in this file and replay them first.",
)
@click.option(
    "--sequences", is_flag=True, help="Fuzz sequences of create, read and delete calls as well."
)
@click.option("--dry-run", is_flag=True, help="Show the planned calls without making them.")
@argument_options
@safety_options
@server_options
@output_options
def command(
    *,
    only: tuple[str, ...],
    dry_run: bool,
    server: ServerChoice,
    output: Output,
    **knobs: Any,
) -> int:
    """Fuzz each tool and report crashes, hangs, invalid responses and leaks.

    Each finding is reduced to the smallest input that reproduces it. Mutating tools are called
    once, and destructive tools only with --execute-destructive.
    """
    from mcptest.fuzz.examples import require_hypothesis

    require_hypothesis()
    spec = server.resolve()
    kept = SeedFile(knobs["seeds"])
    kept.check()
    if kept.warning:
        click.echo(f"warning: {kept.warning}", err=True)
    policy = policy_for(server, PolicyOptions.taken_from(knobs))
    given = given_arguments(all_hints(server, knobs.pop("hints")))
    gate = gate_for(policy, {spec.name: spec.target}, arguments=given)
    try:
        tools, _ = run_interruptible(_list_tools(spec))
    except OUT_OF_REACH as trouble:
        return report_unreachable(trouble, command="fuzz", lane=Lane.FUZZ, spec=spec, output=output)
    except TargetError as trouble:
        started = not isinstance(trouble, TargetHandshakeError)
        name = "the server lists its tools" if started else "a session can be opened"
        cases = [_case(spec, name, _raising(trouble))]
        return run_plan(_plan(spec, gate, cases, knobs["seed"]), output)
    chosen = _chosen(tools, only)
    warn_of_unknown(given, tools)
    if dry_run and output.name == "json":
        plan = CallPlan(gate, spec.name)
        for tool in chosen:
            plan.add(
                tool,
                FEATURE,
                knobs["cases"],
                "generated arguments, plus calls to reduce each finding",
            )
        return show_plan("fuzz", spec.name, plan, output, Redactor(spec.secrets))
    if dry_run:
        for line in _outlook(chosen, policy, knobs["cases"]):
            click.echo(line)
        return ExitCode.OK
    _check(chosen, policy)
    cases = _cases(spec, chosen, output, **knobs)
    made = _plan(spec, gate, cases, knobs["seed"])
    return run_plan(made, output, finish=reproducing(server, spec))


async def _list_tools(spec: ServerSpec) -> list[ToolDescriptor]:
    async with open_for(spec) as session:
        return [ToolDescriptor.from_json(item) for item in await listed_tools(session)]


def _chosen(tools: Sequence[ToolDescriptor], only: Sequence[str]) -> list[ToolDescriptor]:
    by_name = strictest_by_name(tools)
    unknown = [name for name in only if name not in by_name]
    if unknown:
        listed = ", ".join(by_name) or "none"
        raise UsageError(
            "fuzz-unknown-tool", f"the server has no tool {unknown[0]!r}; it has: {listed}"
        )
    return [tool for name, tool in by_name.items() if not only or name in only]


def _outlook(tools: Sequence[ToolDescriptor], policy: ExecutionPolicy, cases: int) -> list[str]:
    words = {Decision.EXECUTE: counted(cases, "call"), Decision.EXECUTE_ONCE: "1 call"}
    lines = []
    for tool in tools:
        found = classify(tool)
        fate = words.get(policy.decide_for(found, CallContext.NEEDS_CALL), "no call")
        lines.append(one_line(f"{tool.name}: {fate} ({found.tool_class.words}: {found.reason})"))
    return lines


def _check(tools: Sequence[ToolDescriptor], policy: ExecutionPolicy) -> None:
    if not tools:
        raise NothingSelectedError("fuzz-no-tools", "the server has no tools to fuzz")
    if all_refused(tools, policy):
        raise nothing_allowed("fuzz-refused", policy)


def _cases(
    spec: ServerSpec,
    tools: Sequence[ToolDescriptor],
    output: Output,
    *,
    cases: int,
    seed: int,
    max_call_ms: float,
    time_budget: float | None,
    seeds: Path,
    sequences: bool,
) -> list[Case]:
    limit = max_call_ms / 1000
    deadline = None if time_budget is None else time.monotonic() + time_budget
    chains = list(find_chains(tools)) if sequences else []
    made = [_case(spec, c.name, observing_chain(c, limit=limit), serial=True) for c in chains]
    for tool in tools:
        plan = FuzzPlan(
            tool=tool.name,
            seed=seed,
            cases=cases,
            limit=limit,
            seeds=SeedFile(seeds, secrets=spec.secrets),
            until=before(deadline),
            on_case=_live_count(tool.name, cases) if output.live else _silent,
        )
        made.append(_case(spec, tool.name, observing(plan)))
    return made


def _case(
    spec: ServerSpec, name: str, observe: Callable[[Context], Any], *, serial: bool = False
) -> Case:
    return Case(
        id=f"{Lane.FUZZ}::{spec.name}::{name}",
        name=name,
        lane=Lane.FUZZ,
        server=spec.name,
        observe=observe,
        serial=serial,
        starts_process=True,
    )


def _raising(trouble: TargetError) -> Callable[[Context], Any]:
    async def observe(context: Context) -> Observation:
        del context
        raise trouble

    return observe


def _plan(spec: ServerSpec, gate: Gate, cases: Sequence[Case], seed: int) -> RunPlan:
    return RunPlan(
        command="fuzz",
        cases=cases,
        servers={spec.name: engine_server(spec)},
        pace=RunPace(jobs=gate.policy.concurrency),
        seed=seed,
        gate=gate,
        secrets=spec.secrets,
    )


def _silent(_tally: Tally) -> None:
    """Show no progress."""


def _live_count(tool: str, cases: int) -> Callable[[Tally], None]:
    """Show progress on a single line of the terminal."""
    shown = 0.0

    def show(tally: Tally) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown >= _SHOW_EVERY:
            shown = now
            found = f"{len(tally.finds)} found"
            sys.stderr.write(f"\r\x1b[K{one_line(tool, limit=40)}: {tally.cases}/{cases}, {found}")
            sys.stderr.flush()

    return show


SECTION = "Check a server"
COMMAND = command
