"""Serve a recording over stdio, or over HTTP at an address."""

from __future__ import annotations

from pathlib import Path

from mcptest.mock.serve import ListenAddress
from mcptest.recording.format.read import read_recording
from mcptest.recording.format.recording import Recording
from mcptest.recording.replay.matching import Matching
from mcptest.recording.replay.player import Timing
from mcptest.recording.replay.server import ReplayServer


def serve_recording(
    path: Path, http: ListenAddress | None, matching: Matching, timing: Timing
) -> Recording:
    """Until the client is done; over stdio the process ends here.

    Raises: FileProblemsError, UsageError.
    """
    recording = read_recording(path)
    server = ReplayServer(recording, matching=matching, timing=timing)
    if http is None:
        from mcptest.mock.stdio import serve_stdio

        serve_stdio(server)
    else:
        from mcptest.mock.http.listen import serve_application
        from mcptest.recording.replay.http import ReplayApplication

        book = server.playbook
        serve_application(lambda guard: ReplayApplication(book, guard), http.host, http.port)
    return recording
