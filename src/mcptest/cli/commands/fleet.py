"""Audit and test many servers in one run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mcptest.cli.help import HelpGroup
from mcptest.cli.options import DurationType, StageType, safety_options
from mcptest.safety.policy import POLICY_OPTIONS

_STAGE = StageType(["compliance", "lint", "probe", "negative", "fuzz", "security", "suite"])
_FOLDER = click.Path(path_type=Path)


@click.group("fleet", cls=HelpGroup)
def command() -> None:
    """Audit and test many servers in one run."""


@command.command(
    "init",
    examples=[
        "mcptest fleet init",
        "mcptest fleet init --mcp-config claude_desktop_config.json",
    ],
)
@click.argument("folder", metavar="[DIR]", default=".", type=_FOLDER)
@click.option(
    "--mcp-config",
    "configs",
    multiple=True,
    type=_FOLDER,
    metavar="FILE",
    help="Read servers from an MCP client config.",
)
@click.option("--url", "urls", multiple=True, metavar="URL", help="Add the server at this URL.")
@click.option(
    "--url-list",
    "lists",
    multiple=True,
    type=_FOLDER,
    metavar="FILE",
    help="Add the servers in this file, one URL per line.",
)
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@click.option(
    "--dry-run", is_flag=True, help="List the servers found without starting any or writing files."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    default=2,
    show_default=True,
    help="Start this many servers at once.",
)
@click.option(
    "--timeout",
    type=DurationType(),
    default="2m",
    show_default=True,
    help="Spend at most this long on each server.",
)
@safety_options
def init(**said: Any) -> int:
    """Find servers in DIR and write fleet.yml and suites.

    Write fleet.yml, a suite for each server, and an index. Without --mcp-config, --url or
    --url-list, search DIR for MCP client configs (such as .mcp.json) and for projects
    (package.json, pyproject.toml) that start a server.
    """
    from mcptest.cli.fleet.init import InitFlags, init_fleet

    return init_fleet(InitFlags(knobs=_knobs(said), **said))


@command.command(
    "run",
    examples=[
        "mcptest fleet run",
        "mcptest fleet run --tag production --shard 1/4",
        "mcptest fleet run --resume",
    ],
)
@click.argument("path", metavar="[FLEET]", required=False, type=_FOLDER)
@click.option("--server", "names", multiple=True, metavar="NAME", help="Run only this server.")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Run only servers with this tag.")
@click.option(
    "--skip-tag", "skip_tags", multiple=True, metavar="T", help="Skip servers with this tag."
)
@click.option(
    "--changed-since", metavar="REF", help="Run only servers that changed since this Git commit."
)
@click.option("--shard", metavar="I/N", help="Run only shard I of N.")
@click.option("--only", multiple=True, type=_STAGE, help="Run only this stage.")
@click.option("--skip", multiple=True, type=_STAGE, help="Skip this stage.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Set the random seed for fuzzing (default: 1).",
)
@click.option(
    "--timeout", type=DurationType(), help="Spend at most this long on each server (default: 5m)."
)
@click.option(
    "--total-timeout", type=DurationType(), help="Spend at most this long on the whole run."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Run this many servers at once (default: one per CPU).",
)
@click.option("--fail-fast", is_flag=True, help="Stop after the first server that does not pass.")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Run servers on this machine or on a Dask cluster.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Connect to the Dask scheduler at this address."
)
@click.option("--out", type=_FOLDER, metavar="DIR", help="Write the results to this folder.")
@click.option(
    "--locks",
    type=_FOLDER,
    metavar="DIR",
    help="Keep a lock file per server in this folder, and note what changed since it was written.",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run.")
@click.option("--against", type=_FOLDER, metavar="RUN", help="Compare with this earlier run.")
@click.option("--dry-run", is_flag=True, help="List the servers to run without starting any.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Print a table, or an mcptest.fleet/v1 document.",
)
@click.option("--no-color", is_flag=True, help="Print plain text without colors.")
@safety_options
def run(**said: Any) -> int:
    """Audit every server in a fleet and run its suites.

    FLEET is a fleet file (fleet.yml by default). Each server runs in its own process.
    """
    from mcptest.cli.fleet.run import FleetFlags, run_fleet

    return run_fleet(FleetFlags(knobs=_knobs(said), **said))


@command.command(
    "report",
    examples=[
        "mcptest fleet report",
        "mcptest fleet report --report html=fleet.html --badges badges",
    ],
)
@click.argument("paths", metavar="[RUN]...", nargs=-1, type=_FOLDER)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json", "markdown", "html", "junit"]),
    default="text",
    show_default=True,
    help="Print the results in this format.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=PATH",
    help="Write a report to a file, for example html=fleet.html.",
)
@click.option("--badges", type=_FOLDER, metavar="DIR", help="Write an SVG badge for each server.")
def report(**said: Any) -> int:
    """Show the results of a fleet run.

    RUN is the folder of a run, by default the newest one. Several folders are merged as
    shards of one run.
    """
    from mcptest.cli.fleet.report import ReportFlags, report_fleet

    return report_fleet(ReportFlags(**said))


def _knobs(said: dict[str, Any]) -> dict[str, Any]:
    return {name: said.pop(name) for name in POLICY_OPTIONS}


SECTION = "More"
COMMAND = command
