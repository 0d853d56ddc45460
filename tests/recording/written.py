"""Recordings for tests, written as the messages that passed."""

from mcptest.recording.format.frame import PartHeader, RecordedFrame
from mcptest.recording.format.recording import Recording
from mcptest.recording.format.write import RecordingWriter, open_recording

HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "recorded", "version": "1"},
}


def asks(number, method, params=None):
    return ("client", {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})


def tells(method, params=None):
    return ("client", {"jsonrpc": "2.0", "method": method, "params": params or {}})


def replies(number, result):
    return ("server", {"jsonrpc": "2.0", "id": number, "result": result})


def fails(number, code, message="no"):
    return ("server", {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})


def says(method, params=None, number=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    return ("server", message if number is None else {**message, "id": number})


def text(said, **more):
    return {"content": [{"type": "text", "text": said}], **more}


def calls(number, tool, **arguments):
    return asks(number, "tools/call", {"name": tool, "arguments": arguments})


OPENING = (
    asks(0, "initialize", {"protocolVersion": "2025-11-25"}),
    replies(0, HELLO),
    tells("notifications/initialized"),
)


def frames(*said, session="p-1", stream=None):
    """One frame every ten milliseconds; a text is a note with that code."""
    found = []
    for number, entry in enumerate(said):
        sender, message = entry if isinstance(entry, tuple) else ("mcptest", entry)
        where = stream or {"client": "stdin", "server": "stdout"}.get(sender, "")
        content = (
            {"message": message}
            if sender != "mcptest"
            else {"note": message, "code": "server-exited"}
        )
        found.append(
            RecordedFrame(at=number * 10.0, session=session, sender=sender, stream=where, **content)
        )
    return tuple(found)


def recording(*said, transport="stdio", server=None, more=()):
    header = PartHeader(
        part="p",
        started="2026-11-18T00:00:00.000Z",
        mcptest="0",
        transport=transport,
        server=server or {"command": ["server"]},
    )
    return Recording("session.ndjson", (header,), (*frames(*said), *more))


def save(path, found):
    writer = RecordingWriter(open_recording(path))
    writer.write([*found.parts, *found.frames])
    writer.close()
    return path
