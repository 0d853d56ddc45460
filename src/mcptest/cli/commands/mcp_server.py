"""Serve mcptest itself over MCP, for coding agents."""

from __future__ import annotations

import os
import signal
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from mcptest.errors import ExitCode


@click.command("mcp-server")
@click.option(
    "--enable-writes", is_flag=True, help="Offer the tools that start servers and call them."
)
@click.option(
    "--root",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=".",
    help="The folder whose files may be named (here).",
)
@click.option("--http", "address", metavar="[HOST:]PORT", help="Serve HTTP; port 0 takes any.")
def command(*, enable_writes: bool, root: Path, address: str | None) -> int:
    """Serve until standard input closes, or over HTTP until a signal.

    Suites and catalogs are checked and rules explained; with --enable-writes suites are run and
    servers audited as well. Over HTTP only what reads is offered, on this machine alone.
    """
    from mcptest.cli.explanations import explanation, known_entries
    from mcptest.compliance.corpus.version_corpus import load_all
    from mcptest.mcp_server.desk import Desk
    from mcptest.mcp_server.serve import serve_agent
    from mcptest.mcp_server.workspace import Workspace
    from mcptest.mock.serve import parse_address

    http = None if address is None else parse_address(address)
    corpora = cache(load_all)
    desk = Desk(
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
    serve_agent(desk, enable_writes=enable_writes, http=http)
    return ExitCode.OK


def _terminate(number: int, frame: Any) -> None:
    """Leave by the way that ends every call."""
    del frame
    raise click.exceptions.Exit(128 + number)


COMMAND = command
