"""``mcptest record --url``: a listener in front of an HTTP server."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.mock.http.guard import Guard, is_loopback
from mcptest.mock.http.listen import listen
from mcptest.mock.serve import parse_address as parse_listen_address
from mcptest.recording.format.redact import FrameRedactor, secret_values
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.proxy.http import HttpProxy
from mcptest.recording.proxy.http_frames import HttpFrames
from mcptest.recording.proxy.http_heads import Upstream
from mcptest.recording.proxy.looking_selector import LookingSelector
from mcptest.recording.proxy.scribe import RecordingJob, start_scribe
from mcptest.suite.load import ServerSpec
from mcptest.wire.http.address import parse_address
from mcptest.wire.http.trust import tls_context
from mcptest.wire.target import HttpTarget


def record_http(path: Path, spec: ServerSpec, target: HttpTarget, listen_on: str) -> int:
    """A listener in front of an address, until a signal comes."""
    place, address = parse_listen_address(listen_on), parse_address(target.url)
    tls = tls_context(target.ca_file) if address.scheme == "https" else None
    listener = listen(place.host, place.port)
    bound, port = listener.getsockname()[:2]
    redactor = FrameRedactor([*spec.secrets, *secret_values(os.environ)])
    header = new_part("http", {"url": redactor.text(str(address))})
    writer, begun = RecordingWriter(open_recording(path)), time.monotonic()
    scribe = start_scribe(
        RecordingJob(writer, header, lambda: HttpFrames(header.part, begun, redactor))
    )
    guard = Guard(place.host, port, bound=bound)
    selector = LookingSelector()
    upstream = Upstream(address, tls, target.headers)
    proxy = HttpProxy(upstream, guard, scribe.tap, selector.passed)
    host = f"[{place.host}]" if ":" in place.host else place.host
    click.echo(f"listening on http://{host}:{port}{address.target}")
    sys.stdout.flush()
    if not is_loopback(bound):
        click.echo(f"warning: {place.host} can be reached from other machines", err=True)
    try:
        _, interrupted = run_interruptible(proxy.serve(listener), selector)
    finally:
        listener.close()
        scribe.finish()
    return interrupted.exit_code or ExitCode.OK
