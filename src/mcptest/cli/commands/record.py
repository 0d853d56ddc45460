"""Record a client's session with a server."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from mcptest.cli.help import HelpGroup
from mcptest.cli.options import server_options
from mcptest.cli.output.writing import require_place
from mcptest.cli.servers import ServerChoice
from mcptest.errors import UsageError
from mcptest.recording.format.redact import FrameRedactor, secret_values
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy.scribe import RecordingJob, Scribe, start_scribe
from mcptest.recording.proxy.stdio import StdioProxy
from mcptest.recording.proxy.stdio_frames import StdioFrames
from mcptest.suite.load import ServerSpec
from mcptest.wire.target import StdioTarget

_SIGNALLED = 128


class RecordGroup(HelpGroup):
    """Records by itself; its commands edit the config of a client."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        del ctx
        return ["-o FILE [OPTIONS] -- COMMAND..."]


@click.group(
    "record",
    cls=RecordGroup,
    invoke_without_command=True,
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
    "--secret-env",
    "secret_names",
    multiple=True,
    metavar="VAR",
    help="Mask the value of this environment variable, too.",
)
@server_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    path: Path | None,
    secret_names: tuple[str, ...],
    server: ServerChoice,
) -> int | None:
    """Pass everything between a client and a server through, and write it to a file.

    Use it in place of the server's command in an MCP client config.
    """
    if ctx.invoked_subcommand is not None:
        return None
    if path is None:
        raise UsageError("record-no-file", "specify the file to write with -o FILE")
    require_place(path, "-o")
    spec = server.resolve()
    assert isinstance(spec.target, StdioTarget)
    return _record_stdio(path, spec, spec.target, secret_names)


def _record_stdio(
    path: Path, spec: ServerSpec, target: StdioTarget, secret_names: tuple[str, ...]
) -> int:
    environment = {**os.environ, **target.env}
    begun = time.monotonic()
    redactor = FrameRedactor([*spec.secrets, *secret_values(environment, secret_names)])
    header = new_part("stdio", {"command": redactor.command(target.command)})
    writer = RecordingWriter(open_recording(path))

    def start() -> Scribe:
        session = f"{header.part}-1"
        return start_scribe(
            RecordingJob(writer, header, lambda: StdioFrames(session, begun, redactor))
        )

    status = StdioProxy(target, environment).run(start)
    os._exit(status if status >= 0 else _SIGNALLED - status)


COMMAND = command
