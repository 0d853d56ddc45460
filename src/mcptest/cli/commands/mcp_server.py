"""Run mcptest as an MCP server for coding agents."""

from __future__ import annotations

import os
import signal
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from mcptest.cli.help import HelpCommand
from mcptest.errors import ExitCode


@click.command(
    "mcp-server",
    cls=HelpCommand,
    examples=[
        "mcptest mcp-server",
        "mcptest mcp-server --enable-writes --root .",
    ],
)
@click.option(
    "--enable-writes", is_flag=True, help="Offer the tools that start servers and call their tools."
)
@click.option(
    "--root",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=".",
    help="Allow access to the files in this folder (default: current folder).",
)
@click.option(
    "--http", "address", metavar="[HOST:]PORT", help="Serve over HTTP; port 0 picks a free port."
)
def command(*, enable_writes: bool, root: Path, address: str | None) -> int:
    """Run mcptest as an MCP server, over stdio unless --http is given.

    Agents can check suites and catalogs and look up rules. With --enable-writes they can also
    run suites and audit servers. Over HTTP, only the read-only tools are offered, and only on
    loopback.
    """
    from mcptest.cli.explanations import explanation, known_entries
    from mcptest.compliance.corpus.version_corpus import load_all
    from mcptest.mcp_server.serve import serve_agent
    from mcptest.mcp_server.tool_context import ToolContext
    from mcptest.mcp_server.workspace import Workspace
    from mcptest.mock.serve import parse_address

    http = None if address is None else parse_address(address)
    corpora = cache(load_all)
    context = ToolContext(
        workspace=Workspace(root),
        explain=partial(explanation, corpora=corpora),
        known=known_entries,
        corpora=corpora,
        environ=os.environ,
    )
    if http is None:
        for name in ("SIGTERM", "SIGHUP"):  # the second is unknown to Windows
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _terminate)
    serve_agent(context, enable_writes=enable_writes, http=http)
    return ExitCode.OK


def _terminate(number: int, frame: Any) -> None:
    """Leave by the way that ends every call."""
    del frame
    raise click.exceptions.Exit(128 + number)


SECTION = "More"
COMMAND = command
