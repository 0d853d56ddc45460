"""Test and grade a client, with mcptest as its server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcptest.cli.help import HelpGroup
from mcptest.cli.invocation import Invocation
from mcptest.cli.options import DurationType
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from mcptest.model.spec_version import SpecVersion


@click.group("client", cls=HelpGroup)
def command() -> None:
    """Test a client against scenarios in which mcptest is the server, and grade it."""


@command.command(
    "run",
    examples=[
        "mcptest client run -- python my_client.py {url}",
        "mcptest client run --scenario plain -- python my_client.py {command}",
        "mcptest client run --wait --scenario plain",
    ],
    takes_client=True,
)
@click.option(
    "--scenario", "scenarios", multiple=True, metavar="NAME", help="Run only this scenario."
)
@click.option(
    "--spec-version",
    "pin",
    metavar="V",
    help="Use exactly this revision of MCP (default: the one that the client asks for).",
)
@click.option(
    "--transport",
    "transports",
    multiple=True,
    type=click.Choice(["http", "stdio"]),
    help="Use this transport (default: http for {url}, stdio for {command}, both if the command "
    "has both, otherwise http).",
)
@click.option(
    "--timeout",
    "seconds",
    type=DurationType(),
    default="30s",
    show_default=True,
    help="Stop the client after this long in each scenario.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Run this many clients at once (default: twice the number of cores, at most 16).",
)
@click.option(
    "--env", multiple=True, metavar="K=V", help="Set an environment variable for the client."
)
@click.option("--cwd", metavar="DIR", help="Run the client in this directory.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the failures listed in this YAML file (a list of rule and reason); fail if a "
    "listed rule passes.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option(
    "--wait", is_flag=True, help="Serve one scenario for a client that you start by hand."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=0,
    help="Listen on this port with --wait (default: a free port).",
)
@output_options
@click.pass_obj
def run(
    invocation: Invocation,
    *,
    scenarios: tuple[str, ...],
    pin: str | None,
    transports: tuple[str, ...],
    seconds: float,
    jobs: int | None,
    env: tuple[str, ...],
    cwd: str | None,
    baseline: Path | None,
    strict: bool,
    wait: bool,
    port: int,
    output: Output,
) -> int:
    """Start a client for every scenario and judge what it sends.

    Put the command that starts your client after --. mcptest replaces {url} with the address of
    its server, {command} with the command of a stdio server, {steps} with a file that says what
    the client must do, and {config} with an MCP client config.
    """
    from mcptest.cli.client.flags import ClientFlags
    from mcptest.cli.servers import flag_pairs

    flags = ClientFlags(
        command=invocation.server_command or (),
        scenarios=scenarios,
        version=_version(pin),
        transports=transports,
        seconds=seconds,
        jobs=jobs,
        env=flag_pairs(env, "--env", "="),
        cwd=cwd,
        baseline=baseline,
        strict=strict,
    )
    if wait:
        from mcptest.cli.client.wait import wait_for_client

        return wait_for_client(flags, output, port=port)
    if not flags.command:
        hint = "put it after --, or pass --wait to start it by hand"
        raise UsageError("client-no-command", "there is no client to test", hint=hint)
    from mcptest.cli.client.run import run_client

    return run_client(flags, output)


@command.command("scenarios", examples=["mcptest client scenarios --spec-version 2025-11-25"])
@click.option("--spec-version", "pin", metavar="V", help="List only scenarios of this revision.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Print text or an mcptest.scenarios/v1 document.",
)
def scenarios(*, pin: str | None, shape: str) -> int:
    """List the scenarios."""
    from mcptest.client.listing import scenario_rows, scenarios_document

    version = _version(pin)
    if shape == "json":
        click.echo(json.dumps(scenarios_document(version), indent=2, ensure_ascii=False))
        return ExitCode.OK
    rows = scenario_rows(version)
    width = max(len(name) for name, *_ in rows)
    for name, where, revisions, summary in rows:
        click.echo(f"{name:<{width}}  {where:<11}  {revisions:<24}  {summary}")
    return ExitCode.OK


def _version(pin: str | None) -> SpecVersion | None:
    if pin is None:
        return None
    from mcptest.plan.revision import parse_version

    return parse_version(pin)


SECTION = "Test clients"
COMMAND = command
