"""Send exact bytes to a server and print what comes back."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import DurationType, server_options
from mcptest.cli.running import engine_server
from mcptest.cli.servers import ServerChoice
from mcptest.engine.server import wait_for_server
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.escape import visible
from mcptest.model.json import MISSING, Json, MaybeJson
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.suite.load import ServerSpec
from mcptest.wire.link import Link, Outgoing, RequestId, open_link
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import open_session
from mcptest.wire.transcript import TranscriptEntry

_OWN_IDS = 1_000_000_001  # far from any id that a person types
_ARROWS = {"sent": ">", "received": "<", "stderr": "stderr:", "note": "note:"}


@click.command(
    "send",
    cls=HelpCommand,
    examples=[
        """mcptest send '{"jsonrpc":"2.0","id":1,"method":"ping"}' -- python my_server.py""",
        "mcptest send --no-session 'not JSON' --url http://localhost:8000/mcp",
    ],
)
@click.argument("message", metavar="JSON")
@click.option("--no-session", is_flag=True, help="Send without opening a session first.")
@click.option(
    "--wait",
    type=DurationType(zero=True),
    help="Keep listening for this long (default: 1s if no response is expected, otherwise 0).",
)
@server_options
def command(*, message: str, no_session: bool, wait: float | None, server: ServerChoice) -> int:
    """Send exactly these bytes and print every message that the server sends back.

    The text is sent unchanged, even if it is invalid. Use - to read it from stdin. The
    exit code is 1 if a request gets no response.
    """
    raw = sys.stdin.buffer.read() if message == "-" else message.encode()
    if not raw.strip():
        raise UsageError("send-empty", "there is nothing to send", hint="pass the message as JSON")
    spec = server.resolve()
    sending = _Sending(raw, session=not no_session, wait=wait)
    lines, interrupted = run_interruptible(_send(spec, sending))
    redactor = Redactor(spec.secrets)
    for line in lines.shown:
        click.echo(visible(redactor.text(line)))
    return interrupted.exit_code or lines.exit_code


@record
class _Sending:
    raw: bytes
    session: bool
    wait: float | None

    @property
    def parsed(self) -> MaybeJson:
        try:
            value: Json = json.loads(self.raw)
        except (ValueError, RecursionError):
            return MISSING
        return value

    @property
    def awaited_id(self) -> RequestId | None:
        """The id that a response must have; None if nothing has to come back."""
        parsed = self.parsed
        if not isinstance(parsed, dict) or "method" not in parsed:
            return None
        number = parsed.get("id")
        return number if isinstance(number, str | int) and not isinstance(number, bool) else None


@record
class _Received:
    shown: tuple[str, ...]
    exit_code: int


async def _send(spec: ServerSpec, sending: _Sending) -> _Received:
    link = await _opened(spec, session=sending.session)
    mark = link.transcript.mark()
    try:
        parsed, awaited = sending.parsed, sending.awaited_id
        method = parsed.get("method") if isinstance(parsed, dict) else None
        out = Outgoing(sending.raw, method if isinstance(method, str) else "", parsed, awaited)
        reply = await link.exchange(out, timeout=engine_server(spec).limits.timeout)
        quiet = 1.0 if awaited is None else 0.0
        await asyncio.sleep(quiet if sending.wait is None else sending.wait)
        shown = tuple(_lines(link.transcript.since(mark), reply))
    finally:
        await link.close()
    unanswered = awaited is not None and reply.kind is not ReplyKind.ANSWERED
    return _Received(shown, ExitCode.FAILED if unanswered else ExitCode.OK)


async def _opened(spec: ServerSpec, *, session: bool) -> Link:
    server = engine_server(spec)
    await wait_for_server(server)
    if not session:
        return await open_link(server.target, limits=server.limits, client=server.client())
    opened = await open_session(
        server.target,
        version=server.version,
        limits=server.limits,
        client=server.client(),
        first_id=_OWN_IDS,
    )
    return opened.link


def _lines(entries: Iterator[TranscriptEntry], reply: Reply) -> Iterator[str]:
    """What went over the wire, in order, and why no response came if none did."""
    status = f"< HTTP {reply.http.status} {reply.http.content_type}" if reply.http else None
    for entry in entries:
        if entry.direction == "received" and status is not None:
            yield status.rstrip()
            status = None
        text = entry.raw.decode("utf-8", "backslashreplace").rstrip("\r\n")
        yield f"{_ARROWS[entry.direction]} {text}"
    if status is not None:
        yield status.rstrip()
    if reply.problem is not None and reply.kind is not ReplyKind.REFUSED:
        yield f"note: {reply.problem}"


SECTION = "Explore a server"
COMMAND = command
