"""Audit and test a whole inventory of servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mcptest.cli.options import DurationType, safety_options
from mcptest.safety.policy import KNOBS

_STAGE = click.Choice(["compliance", "lint", "probe", "negative", "fuzz", "suite"])
_FOLDER = click.Path(path_type=Path)


@click.group("fleet")
def command() -> None:
    """Audit and test a whole inventory of servers."""


@command.command("init")
@click.argument("folder", metavar="[DIR]", default=".", type=_FOLDER)
@click.option(
    "--mcp-config",
    "configs",
    multiple=True,
    type=_FOLDER,
    metavar="FILE",
    help="A host's server list.",
)
@click.option("--url", "urls", multiple=True, metavar="URL", help="A server behind an address.")
@click.option(
    "--url-list",
    "lists",
    multiple=True,
    type=_FOLDER,
    metavar="FILE",
    help="A file with an address a line.",
)
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.option("--dry-run", is_flag=True, help="List what is found; start and write nothing.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Servers at once."
)
@click.option(
    "--timeout", type=DurationType(), default="2m", show_default=True, help="Limit of one server."
)
@safety_options
def init(**said: Any) -> int:
    """Find the servers of DIR and write a fleet: fleet.yml, a suite for each, and an index.

    Without --mcp-config, --url or --url-list, DIR is searched for host configs (such as .mcp.json)
    and for projects (package.json, pyproject.toml) that start a server.
    """
    from mcptest.cli.fleet.init import InitFlags, init_fleet

    return init_fleet(InitFlags(knobs=_knobs(said), **said))


@command.command("run")
@click.argument("path", metavar="[FLEET]", required=False, type=_FOLDER)
@click.option("--server", "names", multiple=True, metavar="NAME", help="Only this server.")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Only servers with this tag.")
@click.option("--skip-tag", "skip_tags", multiple=True, metavar="T", help="Leave these out.")
@click.option("--changed-since", metavar="REF", help="Only what changed since a git commit.")
@click.option("--shard", metavar="I/N", help="Only part I of N.")
@click.option("--only", multiple=True, type=_STAGE, help="Only these stages.")
@click.option("--skip", multiple=True, type=_STAGE, help="All but these stages.")
@click.option("--seed", type=click.IntRange(min=0), help="Of what is made up (1).")
@click.option("--timeout", type=DurationType(), help="Limit of one server (5m).")
@click.option("--total-timeout", type=DurationType(), help="Limit of the whole run.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Servers at once (one per processor).")
@click.option("--fail-fast", is_flag=True, help="Stop after the first that does not pass.")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask"]),
    default="local",
    show_default=True,
    help="Where the work is done.",
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler that runs already.")
@click.option("--out", type=_FOLDER, metavar="DIR", help="The folder of this run's results.")
@click.option("--resume", is_flag=True, help="Go on with the run that was interrupted.")
@click.option("--against", type=_FOLDER, metavar="RUN", help="Compare with this run.")
@click.option("--dry-run", is_flag=True, help="List what would run; start nothing.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A table, or the mcptest.fleet/v1 document.",
)
@click.option("--no-color", is_flag=True, help="Plain text.")
@safety_options
def run(**said: Any) -> int:
    """Audit every server of FLEET (fleet.yml) and run its suite, each in a process of its own."""
    from mcptest.cli.fleet.run import FleetFlags, run_fleet

    return run_fleet(FleetFlags(knobs=_knobs(said), **said))


@command.command("report")
@click.argument("paths", metavar="[RUN…]", nargs=-1, type=_FOLDER)
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json", "markdown", "html", "junit"]),
    default="text",
    show_default=True,
    help="What goes to standard output.",
)
@click.option(
    "--report", "reports", multiple=True, metavar="NAME=PATH", help="Write this format to a file."
)
@click.option("--badges", type=_FOLDER, metavar="DIR", help="Write an SVG badge for each server.")
def report(**said: Any) -> int:
    """Show a fleet run: the newest one, or RUN (its folder); several RUNs are shards of one."""
    from mcptest.cli.fleet.report import ReportFlags, report_fleet

    return report_fleet(ReportFlags(**said))


def _knobs(said: dict[str, Any]) -> dict[str, Any]:
    return {name: said.pop(name) for name in KNOBS}


COMMAND = command
