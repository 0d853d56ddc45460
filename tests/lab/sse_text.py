"""Event streams: read what a server sends, write it in another style."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.lab.change import SseStyle
from tests.lab.interpose import parse


@dataclass
class Event:
    """The fields of one event besides its data, as they came."""

    data: bytes | None = None
    others: list[bytes] = field(default_factory=list)


class Events:
    """Bytes in any pieces to whole events; servers end their lines with LF or CRLF."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, part: bytes) -> Iterator[Event]:
        self._rest = (self._rest + part).replace(b"\r\n", b"\n")
        while b"\n\n" in self._rest:
            block, _, self._rest = self._rest.partition(b"\n\n")
            yield _event(block)


def _event(block: bytes) -> Event:
    event = Event()
    for line in block.split(b"\n"):
        if line.startswith(b"data:"):
            text = line[5:].removeprefix(b" ")
            event.data = text if event.data is None else event.data + b"\n" + text
        elif line and not line.startswith(b"event: message"):
            event.others.append(line)
    return event


def write_event(event: Event, style: SseStyle) -> bytes:
    """One event in this style; only messages change their lines of data."""
    named = any(line.startswith(b"event:") for line in event.others)
    lines = [*([] if named or not style.event else [style.event]), *event.others]
    if event.data is not None:
        data = event.data
        if style.split and parse(data) is not None:
            data = json.dumps(json.loads(data), ensure_ascii=False, indent=1).encode()
        lines += [b"data:" + style.gap + line for line in data.split(b"\n")]
    before, after = style.around
    if event.data:
        lines = [*([before] if before else []), *lines, *([after] if after else [])]
    return style.newline.join(lines) + style.newline * 2
