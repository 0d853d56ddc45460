"""An event stream read in pieces: as the standard's own words, cut anywhere."""

import re

from mcptest.wire.http.event_stream import Event, EventReader

LIMIT = 4096
SEEDS = (
    b"\x05data: {}\n\ndata: a\ndata: b\nid: 7\nretry: 10\nevent: x\n\n",
    b"\x00\xef\xbb\xbfdata:x\r\rid\r\n\r\n: note\ndata\n\n",
    b"\x02id: a\0b\nretry: 1x\ndata:  two\n\nevent\ndata:\n\n",
    b"\x01data: a\r\ndata: b\r\n\r\nid: 1\n\n",
    b"\x20data: " + b"a" * 5000 + b"\n\ndata: b\n\n",
    b"\x03data: a\x0b\x0c\x1c\x85b\n\n\n\n\n",
)


def check(data: bytes) -> None:
    """The first byte says how the rest is cut."""
    stream = data[1:]
    size = max(1, data[0] if data else 0, len(stream) // 64)
    whole, at_once = _read([stream])
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    cut, in_pieces = _read(pieces)
    if not at_once and not in_pieces:
        assert cut == whole
        assert cut == list(_by_the_book(stream))
    for event in cut:
        assert event.data is None or len(event.data) <= LIMIT


def _read(pieces: list[bytes]) -> tuple[list[Event], bool]:
    reader = EventReader(LIMIT)
    return [event for piece in pieces for event in reader.feed(piece)], reader.overflowed


def _by_the_book(stream: bytes):
    """The WHATWG algorithm, line by line, without any care for memory or time."""
    lines = re.split(rb"\r\n|\n|\r", stream)
    lines[0] = lines[0].removeprefix(b"\xef\xbb\xbf")
    fields: list[tuple[bytes, bytes]] = []
    for line in lines[:-1]:
        if line:
            name, _, value = line.partition(b":")
            fields += [(name, value.removeprefix(b" "))] if name else []
        elif fields:
            yield _event(fields)
            fields = []


def _event(fields: list[tuple[bytes, bytes]]) -> Event:
    data = [value for name, value in fields if name == b"data"]
    names = [value.decode("utf-8", "replace") for name, value in fields if name == b"event"]
    ids = [value for name, value in fields if name == b"id" and b"\0" not in value]
    retries = [
        value for name, value in fields if name == b"retry" and re.fullmatch(rb"[0-9]{1,9}", value)
    ]
    return Event(
        b"\n".join(data) if data else None,
        (names[-1] if names else "") or "message",
        ids[-1].decode("utf-8", "replace") if ids else None,
        int(retries[-1]) if retries else None,
    )
