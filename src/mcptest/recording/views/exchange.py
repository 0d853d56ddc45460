"""Describe the frames of a recording, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.recording import Recording

ARROWS = {"client": "→", "server": "←", "mcptest": "·"}


@record
class ToldFrame:
    """One frame: what it says, and for a response how long it took and whether it failed."""

    frame: RecordedFrame
    title: str
    detail: str = ""
    took_ms: float | None = None
    failed: bool = False
    asked_at: float | None = None


def told_frames(recording: Recording) -> Iterator[tuple[str, list[ToldFrame]]]:
    """Every session with its frames."""
    for session, frames in recording.sessions.items():
        asked: dict[str, tuple[float, str]] = {}
        yield session, [_told(frame, asked) for frame in frames]


def _told(frame: RecordedFrame, asked: dict[str, tuple[float, str]]) -> ToldFrame:
    message = frame.message
    if isinstance(message, dict):
        return _message(frame, message, asked)
    if isinstance(message, list):
        return ToldFrame(frame, f"batch of {len(message)} messages")
    if frame.note is not None:
        return ToldFrame(frame, frame.note, failed=frame.code not in (None, "server-exited"))
    if frame.text is not None:
        return ToldFrame(frame, "stderr" if frame.stream == "stderr" else "text", frame.text)
    if frame.data is not None:
        return ToldFrame(frame, f"{len(frame.data)} bytes")
    return _http(frame)


def _message(
    frame: RecordedFrame, message: JsonObject, asked: dict[str, tuple[float, str]]
) -> ToldFrame:
    number = message.get("id")
    method = message.get("method")
    if isinstance(method, str):
        if number is not None:
            asked[f"{frame.sender}:{number!r}"] = (frame.at, method)
        return ToldFrame(frame, method, about(message.get("params")))
    other = "client" if frame.sender == "server" else "server"
    at, title = asked.pop(f"{other}:{number!r}", (None, ""))
    error, result = message.get("error"), message.get("result")
    failed = error is not None or (isinstance(result, dict) and result.get("isError") is True)
    detail = ""
    if isinstance(error, dict):
        detail = f"error {error.get('code')}: {error.get('message')}"
    elif failed:
        detail = "tool error"
    took = None if at is None else frame.at - at
    words = f"response to {title}" if title else "response"
    return ToldFrame(frame, words, detail, took, failed=failed, asked_at=at)


def about(params: Json) -> str:
    """What a request is about: the tool, the prompt or the resource."""
    if not isinstance(params, dict):
        return ""
    return str(params.get("name") or params.get("uri") or "")


def _http(frame: RecordedFrame) -> ToldFrame:
    http = frame.http or {}
    if "status" in http:
        status = http["status"]
        bad = isinstance(status, int) and status >= 400  # noqa: PLR2004
        return ToldFrame(frame, f"HTTP {status}", failed=bad)
    if "method" in http:
        return ToldFrame(frame, f"{http['method']} {http.get('path', '')}")
    return ToldFrame(frame, "event" if frame.event else "nothing")
