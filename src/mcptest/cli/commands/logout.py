"""Delete the stored login for a server."""

from __future__ import annotations

import click

from mcptest.cli.help import HelpCommand
from mcptest.errors import ExitCode


@click.command("logout", cls=HelpCommand, examples=["mcptest logout https://notes.example/mcp"])
@click.argument("url")
def command(*, url: str) -> int:
    """Delete the tokens that `mcptest login` stored for this URL.

    The authorization server is not notified: its tokens stay valid until they expire.
    """
    from mcptest.auth.saved_logins.store import default_store
    from mcptest.cli.servers import check_address
    from mcptest.wire.target import HttpTarget

    check_address(HttpTarget(url))
    if default_store().forget(url):
        print(f"Deleted the login for {url}.")
    else:
        print(f"There is no login for {url}.")
    return ExitCode.OK


SECTION = "Explore a server"
COMMAND = command
