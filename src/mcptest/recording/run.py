"""Record a run: what mcptest sends to its servers, one file per server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final

from mcptest.engine.pool import Pool
from mcptest.engine.server import Server
from mcptest.errors import UsageError
from mcptest.model.json import JsonObject
from mcptest.recording.format.content import FrameContent, content_of
from mcptest.recording.format.frame import RecordedFrame, Sender
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.redact import FrameRedactor
from mcptest.recording.format.write import RecordingWriter, new_part, open_recording
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.server import replay_target
from mcptest.wire.client_side import ClientSide
from mcptest.wire.limits import Limits
from mcptest.wire.link import Link
from mcptest.wire.target import HttpTarget, MemoryTarget, StdioTarget, Target
from mcptest.wire.transcript import TranscriptEntry

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]+")
_SENDERS: Final[Mapping[str, Sender]] = {
    "sent": "client",
    "received": "server",
    "stderr": "server",
    "note": "mcptest",
}


def file_for(folder: Path, server: str) -> Path:
    """Where the sessions of a server are kept."""
    return folder / f"{_UNSAFE.sub('_', server)}.ndjson"


def recorded_servers(
    servers: Mapping[str, Server], folder: Path, secrets: Iterable[str]
) -> dict[str, Server]:
    """The same servers, with everything that is said to them written to ``folder``.

    Raises: WriteError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    known = tuple(secrets)
    return {
        name: replace(server, pool=RecordingPool(server, file_for(folder, name), known))
        for name, server in servers.items()
    }


def replayed_target(folder: Path, server: str, matching: Matching) -> MemoryTarget:
    """What was recorded of a server, as a server.

    Raises: UsageError, FileProblemsError.
    """
    path = file_for(folder, server)
    if not path.is_file():
        raise UsageError(
            "replay-missing",
            f"{folder} has no recording of the server {server!r}; expected {path}",
            hint=f"run the suite with --record {folder} first, or record a session to that file",
        )
    return replay_target(read_recording(path), matching)


class RecordingPool(Pool):
    """Every link that it hands out is a session of one recording."""

    def __init__(self, server: Server, path: Path, secrets: tuple[str, ...]) -> None:
        super().__init__(server.target, server.limits)
        self._redactor = FrameRedactor(secrets)
        self._header = new_part(*_described(server.target, self._redactor))
        self._begun = monotonic()
        path.unlink(missing_ok=True)
        self._writer = RecordingWriter(open_recording(path))
        self._writer.write([self._header])
        self._sessions = 0

    async def link(
        self,
        reason: str,
        *,
        target: Target | None = None,
        limits: Limits | None = None,
        client: ClientSide | None = None,
    ) -> Link:
        link = await super().link(reason, target=target, limits=limits, client=client)
        self._sessions += 1
        session = f"{self._header.part}-{self._sessions}"
        link.transcript.tap = lambda entry: self._note_down(entry, session)
        return link

    async def close(self) -> None:
        await super().close()
        self._writer.close()

    def _note_down(self, entry: TranscriptEntry, session: str) -> None:
        content, note = FrameContent(), None
        if entry.direction == "note":
            note = self._redactor.text(entry.problem or entry.raw.decode("utf-8", "replace"))
        else:
            content = content_of(
                entry.raw.rstrip(b"\n"), self._redactor, parse=entry.direction != "stderr"
            )
        frame = RecordedFrame(
            at=(entry.at - self._begun) * 1000,
            session=session,
            sender=_SENDERS[entry.direction],
            stream=entry.stream,
            message=content.message,
            text=content.text,
            data=content.data,
            note=note,
            code=entry.code,
        )
        self._writer.write([frame])


def _described(target: Target, redactor: FrameRedactor) -> tuple[str, JsonObject]:
    if isinstance(target, StdioTarget):
        return "stdio", {"command": redactor.command(target.command)}
    if isinstance(target, HttpTarget):
        return target.transport or "http", {"url": redactor.text(target.url)}
    return "memory", {}
