"""Scan a catalog or a server for security problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import safety_options, server_options
from mcptest.cli.output.options import output_options
from mcptest.cli.output.reports import Output
from mcptest.cli.servers import ServerChoice
from mcptest.errors import UsageError
from mcptest.model.finding import Risk

_RISKS = [risk.value for risk in Risk if risk is not Risk.INFO]


@click.command(
    "security",
    cls=HelpCommand,
    examples=[
        "mcptest security tools.json",
        "mcptest security -- python my_server.py",
        "mcptest security ~/.cursor/mcp.json --fail-on medium",
    ],
)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--select", multiple=True, metavar="RULE", help="Check only this rule or family.")
@click.option("--ignore", multiple=True, metavar="RULE", help="Ignore this rule or family.")
@click.option(
    "--fail-on",
    type=click.Choice(_RISKS),
    default=Risk.HIGH.value,
    show_default=True,
    help="Fail if a finding has at least this severity.",
)
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Accept the findings in this JSON file from --update-baseline; entries that no longer "
    "occur are reported, not failed.",
)
@click.option(
    "--update-baseline", is_flag=True, help="Write all current findings to the --baseline file."
)
@click.option(
    "--lock",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Report changes since `mcptest lock --reviewed` wrote this file.",
)
@click.option(
    "--other-user-env",
    metavar="VAR",
    help="Read a second user's token from this environment variable, to check that sessions "
    "are not shared.",
)
@click.option(
    "--attack",
    is_flag=True,
    help="Send harmless injection probes to read-only tools.",
)
@click.option(
    "--i-may-test",
    metavar="HOST",
    help="Confirm that you may attack the server on this host (with --attack).",
)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read suppressions from this TOML file (default: mcptest.toml or pyproject.toml).",
)
@safety_options
@server_options
@output_options
def command(*, files: tuple[Path, ...], server: ServerChoice, output: Output, **said: Any) -> int:
    """Scan a server's catalog (tools, resources and prompts), or files.

    Each tool is called once with valid arguments, and its responses are scanned too. Destructive
    tools are called only with --execute-destructive; --call-only none calls no tool.

    FILE is a saved tools/list result or an MCP client config. Files are only read: no server in a
    client config is started.
    """
    if server.given == bool(files):
        raise UsageError(
            "security-what",
            f"specify either files or a server{', not both' if files else ''}",
            hint="for example: mcptest security tools.json",
        )
    if said["update_baseline"] and said["baseline"] is None:
        raise UsageError("security-baseline", "--update-baseline requires --baseline FILE")
    if files and said["attack"]:
        raise UsageError("security-attack-file", "--attack requires a server; files are only read")
    from mcptest.cli.security_scan import scan_files, scan_server

    return scan_files(files, output, said) if files else scan_server(server, output, said)


SECTION = "Check a server"
COMMAND = command
