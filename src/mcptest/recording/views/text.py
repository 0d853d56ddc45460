"""Render a recording as text, one line per frame."""

from __future__ import annotations

from mcptest.model.counted import counted
from mcptest.model.escape import one_line
from mcptest.recording.format.recording import Recording
from mcptest.recording.views.exchange import ARROWS, ToldFrame, told_frames

_LONGEST = 160


def recording_text(recording: Recording) -> str:
    lines = [title_of(recording)]
    for session, told in told_frames(recording):
        lines += ["", f"session {one_line(session)}"]
        lines += [_line(one) for one in told]
    lines += [f"problem: {one_line(problem)}" for problem in recording.problems]
    return "\n".join(lines)


def title_of(recording: Recording) -> str:
    server = recording.server
    command, url = server.get("command"), server.get("url")
    shown = " ".join(map(str, command)) if isinstance(command, list) else str(url or "a server")
    messages = sum(isinstance(frame.message, dict | list) for frame in recording.frames)
    sent = counted(messages, "message")
    sessions = counted(len(recording.sessions), "session")
    return f"{one_line(shown, limit=_LONGEST)} over {recording.transport}: {sessions}, {sent}"


def _line(one: ToldFrame) -> str:
    number = ""
    if isinstance(one.frame.message, dict) and "id" in one.frame.message:
        number = f" #{one.frame.message['id']}"
    took = "" if one.took_ms is None else f"  {one.took_ms:.1f} ms"
    detail = f"  {one.detail}" if one.detail else ""
    mark = "  failed" if one.failed else ""
    words = one_line(f"{one.title}{number}{detail}", limit=_LONGEST)
    return f"{one.frame.at:10.1f} ms  {ARROWS[one.frame.sender]}  {words}{took}{mark}"
