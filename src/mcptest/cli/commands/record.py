"""Record a client's session with a server."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from mcptest.cli.help import HelpGroup
from mcptest.cli.options import NO_REVISION, server_options_with
from mcptest.cli.output.writing import require_place
from mcptest.cli.servers import ServerChoice
from mcptest.errors import ExitCode, UsageError
from mcptest.recording.format.redact import FrameRedactor, secret_values
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy.scribe import RecordingJob, Scribe, start_scribe
from mcptest.recording.proxy.stdio import StdioProxy
from mcptest.recording.proxy.stdio_frames import StdioFrames
from mcptest.suite.load import ServerSpec
from mcptest.wire.target import HttpTarget, StdioTarget

_SIGNALLED = 128


class RecordGroup(HelpGroup):
    """Records by itself; its commands edit the config of a client."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        del ctx
        return ["-o FILE [OPTIONS] [-- COMMAND...]"]


@click.group(
    "record",
    cls=RecordGroup,
    invoke_without_command=True,
    examples=[
        "mcptest record -o session.ndjson -- python my_server.py",
        "mcptest record -o session.ndjson --listen 8001 --url http://localhost:8000/mcp",
    ],
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Append the recording to this file.",
)
@click.option(
    "--listen",
    metavar="[HOST:]PORT",
    help="Listen here for clients of --url; port 0 picks a free port.",
)
@click.option(
    "--secret-env",
    "secret_names",
    multiple=True,
    metavar="VAR",
    help="Mask the value of this environment variable in the recording.",
)
@server_options_with(NO_REVISION)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    path: Path | None,
    listen: str | None,
    secret_names: tuple[str, ...],
    server: ServerChoice,
) -> int | None:
    """Pass messages between a client and a server, and write them to a file.

    Use it in place of the server's command in an MCP client config.
    """
    if ctx.invoked_subcommand is not None:
        return None
    if path is None:
        raise UsageError("record-no-file", "specify the file to write with -o FILE")
    require_place(path, "-o")
    spec = server.resolve()
    match spec.target:
        case StdioTarget() if listen is None:
            return record_stdio(path, spec, spec.target, secret_names)
        case HttpTarget() if listen is not None:
            from mcptest.cli.recording_http import record_http

            return record_http(path, spec, spec.target, listen)
    words = "--listen requires an HTTP server" if listen else "an HTTP server requires --listen"
    raise UsageError("record-listen", words, hint="add --listen 0 to pick a free port")


def record_stdio(
    path: Path, spec: ServerSpec, target: StdioTarget, secret_names: tuple[str, ...]
) -> int:
    if sys.platform == "win32":
        words = "recording a stdio server requires Linux or macOS"
        raise UsageError("record-platform", words, hint="serve it over HTTP and use --url")
    environment = {**os.environ, **target.env}
    begun = time.monotonic()
    redactor = FrameRedactor([*spec.secrets, *secret_values(environment, secret_names)])
    header = new_part("stdio", {"command": redactor.command(target.command)})
    writer = RecordingWriter(open_recording(path))

    def start() -> Scribe:
        session = f"{header.part}-1"
        job = RecordingJob(writer, header, lambda: StdioFrames(session, begun, redactor))
        return start_scribe(job)

    status = StdioProxy(target, environment).run(start)
    os._exit(status if status >= 0 else _SIGNALLED - status)


_CONFIG = click.option(
    "--mcp-config",
    "config",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Edit this MCP client config (Claude Desktop, Cursor, VS Code).",
)
_SERVER = click.option(
    "--server", metavar="NAME", help="Edit this server if the file defines several."
)


@command.command(
    "install",
    examples=["mcptest record install -o session.ndjson --mcp-config mcp.json --server git"],
)
@click.option(
    "-o",
    "--output",
    "path",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Append the recordings to this file.",
)
@_CONFIG
@_SERVER
def install_command(*, path: Path, config: Path, server: str | None) -> int:
    """Record every session of one server in an MCP client config.

    A backup of the config is saved next to it first. Restart the client to start recording.
    """
    from mcptest.recording.install import BACKUP, install

    require_place(path, "-o")
    name = install(config, server, path)
    click.echo(f"{name} will be recorded to {path}; restart the client", err=True)
    click.echo(f"the config was saved as {config}{BACKUP}", err=True)
    return ExitCode.OK


@command.command(
    "uninstall",
    examples=["mcptest record uninstall --mcp-config mcp.json --server git"],
)
@_CONFIG
@_SERVER
def uninstall_command(*, config: Path, server: str | None) -> int:
    """Stop recording a server in an MCP client config."""
    from mcptest.recording.install import uninstall

    name = uninstall(config, server)
    click.echo(f"{name} is no longer recorded", err=True)
    return ExitCode.OK


SECTION = "Test clients"
COMMAND = command
