"""An HTTP recording as HAR 1.2, which browsers and proxies read."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlsplit

from mcptest import __version__
from mcptest.errors import UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.recording.format.frame import RecordedFrame
from mcptest.recording.format.recording import Recording


def recording_har(recording: Recording) -> str:
    """Raises: UsageError where the session was not recorded over HTTP."""
    exchanges: dict[tuple[str, str], list[RecordedFrame]] = {}
    for frame in recording.frames:
        if frame.stream.startswith("http-"):
            exchanges.setdefault((_part(frame), frame.stream), []).append(frame)
    if not exchanges:
        raise UsageError(
            "report-no-http",
            f"{recording.path} has no HTTP traffic, and HAR describes nothing else",
            hint="use --format text or --format html",
        )
    started = {part.part: part.started for part in recording.parts}
    base = str(recording.server.get("url") or "http://server/")
    entries: list[Json] = [
        entry
        for (part, _), frames in exchanges.items()
        if (entry := _entry(frames, started.get(part, recording.parts[0].started), base))
    ]
    creator: JsonObject = {"name": "mcptest", "version": __version__}
    har: JsonObject = {"log": {"version": "1.2", "creator": creator, "entries": entries}}
    return json.dumps(har, indent=2, ensure_ascii=False)


def _part(frame: RecordedFrame) -> str:
    return frame.session.rpartition("-")[0]


def _entry(frames: list[RecordedFrame], started: str, base: str) -> JsonObject | None:
    request = next((frame for frame in frames if "method" in (frame.http or {})), None)
    if request is None:
        return None
    answers = [frame for frame in frames if frame.sender == "server"]
    took = max((frame.at for frame in answers), default=request.at) - request.at
    first = min((frame.at for frame in answers), default=request.at) - request.at
    begun = datetime.fromisoformat(started) + timedelta(milliseconds=request.at)
    return {
        "startedDateTime": begun.isoformat(timespec="milliseconds"),
        "time": round(took, 3),
        "request": _request(request, base),
        "response": _response(answers),
        "cache": {},
        "timings": {"send": 0, "wait": round(first, 3), "receive": round(took - first, 3)},
    }


def _request(frame: RecordedFrame, base: str) -> JsonObject:
    http = frame.http or {}
    parts, path = urlsplit(base), str(http.get("path", "/"))
    found: JsonObject = {
        "method": http.get("method", "GET"),
        "url": f"{parts.scheme}://{parts.netloc}{path}",
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(http.get("headers")),
        "queryString": [
            {"name": name, "value": value} for name, value in parse_qsl(urlsplit(path).query)
        ],
        "headersSize": -1,
        "bodySize": -1,
    }
    if body := _body(frame):
        found["postData"] = {"mimeType": "application/json", "text": body}
    return found


def _response(frames: list[RecordedFrame]) -> JsonObject:
    head = next((frame.http for frame in frames if "status" in (frame.http or {})), None) or {}
    text = "\n".join(filter(None, map(_body, frames)))
    headers = head.get("headers")
    kind = headers.get("content-type") if isinstance(headers, dict) else None
    content: JsonObject = {"size": len(text), "mimeType": str(kind or ""), "text": text}
    return {
        "status": head.get("status", 0),
        "statusText": "",
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _headers(headers),
        "content": content,
        "redirectURL": "",
        "headersSize": -1,
        "bodySize": -1,
    }


def _headers(headers: Json) -> list[Json]:
    pairs = headers.items() if isinstance(headers, dict) else ()
    return [
        {"name": name, "value": str(one)}
        for name, value in pairs
        for one in (value if isinstance(value, list) else [value])
    ]


def _body(frame: RecordedFrame) -> str:
    if isinstance(frame.message, dict | list):
        return json.dumps(frame.message, ensure_ascii=False)
    return frame.text or ""
