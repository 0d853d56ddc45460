"""Open a local page to explore a server and save tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.servers import ServerChoice
from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.ui.door import Door

if TYPE_CHECKING:
    from mcptest.ui.hub import Hub
    from mcptest.ui.offered import OfferedServer


@click.command(
    "ui",
    cls=HelpCommand,
    examples=[
        "mcptest ui -- python my_server.py",
        "mcptest ui --url http://localhost:8000/mcp",
        "mcptest ui --mcp-config .cursor/mcp.json",
    ],
)
@click.option(
    "--root",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=".",
    help="Read and write the suites in this folder (default: current folder).",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=0,
    help="Listen on this port of 127.0.0.1 (default: a free port).",
)
@click.option(
    "--no-history", is_flag=True, help="Keep the history of calls in memory, not in --root."
)
@click.option("--watch", is_flag=True, help="Restart the server when a file in its folder changes.")
@click.option("--no-open", is_flag=True, help="Print the link without opening a browser.")
@server_options
def command(
    *,
    root: Path,
    port: int,
    no_history: bool,
    watch: bool,
    no_open: bool,
    server: ServerChoice,
) -> int:
    """Open a local page for a server, or for every server in a suite or client config.

    Browse and call tools, resources and prompts, watch every message, answer the server's
    questions, run suites and audits, and save a call as a test. The page listens on loopback only
    and needs the token in the link. Stop it with Ctrl-C.
    """
    from mcptest.cli.offering import offered_servers
    from mcptest.mcp_server.workspace import Workspace
    from mcptest.ui.hub import Hub
    from mcptest.ui.serve import require_listener, serve_page

    require_listener()
    offered, folder = offered_servers(server), Workspace(root)
    serving = serve_page(
        lambda: Hub(offered, folder, os.environ, keeps_history=not no_history),
        port=port,
        ready=_ready(opens=not no_open),
        beside=_watching(offered) if watch else None,
    )
    _, interrupted = run_interruptible(serving)
    return interrupted.exit_code or ExitCode.OK


def _watching(offered: Sequence[OfferedServer]) -> Callable[[Hub], Coroutine[None, None, None]]:
    from mcptest.cli.watching import changes_in
    from mcptest.ui.watching import restart_on_change

    folders = {Path(getattr(one.spec.target, "cwd", None) or ".").absolute() for one in offered}
    changes = changes_in(sorted(folders))
    return lambda hub: restart_on_change(hub, changes)


def _ready(*, opens: bool) -> Callable[[Door], None]:
    def ready(door: Door) -> None:
        click.echo(f"open {door.link}")
        click.echo("press Ctrl-C to stop", err=True)
        if opens and sys.stdout.isatty() and not os.environ.get("CI"):
            import webbrowser

            webbrowser.open(door.link)

    return ready


SECTION = "Explore a server"
COMMAND = command
