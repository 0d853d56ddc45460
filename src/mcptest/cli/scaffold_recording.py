"""``mcptest scaffold --from-recording``: write a suite from recorded calls."""

from __future__ import annotations

from pathlib import Path

import click

from mcptest.errors import UsageError
from mcptest.model.counted import counted
from mcptest.model.escape import visible
from mcptest.model.json import JsonObject
from mcptest.model.redaction import MASK
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.recording import Recording
from mcptest.recording.suite.drafts import RecordedDrafts, drafts_of
from mcptest.scaffold.render import render_suite, skipped_for_now
from mcptest.scaffold.server_block import server_block
from mcptest.wire.target import HttpTarget, StdioTarget


def suite_from_recording(
    path: Path, block: JsonObject | None, file: str
) -> tuple[str, RecordedDrafts]:
    """The text of the suite; ``block`` says where the server is, unless the recording does.

    Raises: FileProblemsError, UsageError.
    """
    recording = read_recording(path)
    found = drafts_of(recording)
    if not found.drafts:
        raise UsageError(
            "scaffold-no-calls",
            f"{path} has no completed call to a tool, resource or prompt",
        )
    server = block or recorded_server(recording)
    text = render_suite(
        "recorded calls", server, found.drafts, file=file, notes=found.notes, recorded=True
    )
    return text, found


def recorded_server(recording: Recording) -> JsonObject:
    """The ``server:`` block of what was recorded."""
    command, url = recording.server.get("command"), recording.server.get("url")
    if isinstance(command, list) and command:
        return server_block(StdioTarget(tuple(map(str, command))))
    if isinstance(url, str):
        return server_block(HttpTarget(url))
    raise UsageError(
        "scaffold-no-server",
        f"{recording.path} does not say how its server is started",
        hint="add the server: mcptest scaffold --from-recording FILE -- COMMAND",
    )


def tell(found: RecordedDrafts, text: str, path: Path | None) -> None:
    where = f" to {path}" if path else " to stdout"
    click.echo(f"wrote {counted(len(found.drafts), 'test')}{where}", err=True)
    waiting = sum("skip" in draft.body for draft in found.drafts)
    if waiting:
        click.echo(skipped_for_now(waiting), err=True)
    if MASK in text:
        click.echo(f"replace {MASK} in the suite: secrets are not recorded", err=True)
    for note in found.notes:
        click.echo(visible(note), err=True)
