"""Events with ids, and what a client gets when it resumes a lost stream."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

from mcptest.mock.http.render import event, messages_of
from mcptest.mock.overrides.draft import DraftReply

MOST_EVENTS: Final = 1000
EVERYTHING: Final = "all"


class EventStore:
    """The last events of all streams, in the order in which they were sent."""

    def __init__(self) -> None:
        self._events: deque[tuple[str, str, bytes]] = deque(maxlen=MOST_EVENTS)

    def apply(self, draft: DraftReply, last_id: str | None) -> DraftReply:
        """Give the events of an answer their ids, or answer with those that came after one."""
        if draft.event_id is not None and draft.raw is None:
            return replace(draft, raw=self._numbered(draft, draft.event_id), sse=True)
        if draft.replay is not None and last_id is not None:
            return replace(draft, raw=self._after(last_id, draft.replay), sse=True, status=200)
        return draft

    def _numbered(self, draft: DraftReply, stream: str) -> bytes:
        """The first event opens the stream, as 2025-11-25 has it: an id and no data."""
        retry = None if draft.cut is None else draft.cut.get("retry")
        first = b"data:\n\n" if retry is None else f"retry: {retry}\ndata:\n\n".encode()
        said = [first, *(event(message) for message in messages_of(draft))]
        for number, text in enumerate(said):
            name = f"{stream}-{number}"
            said[number] = f"id: {name}\n".encode() + text
            self._events.append((name, stream, said[number]))
        return said[0] if draft.cut is not None else b"".join(said)

    def _after(self, last_id: str, which: str) -> bytes:
        known = list(self._events)
        place = next((i for i, (name, _, _) in enumerate(known) if name == last_id), None)
        if place is None:
            return b": nothing\n\n"
        stream = known[place][1]
        later = known[place + 1 :]
        wanted = [text for _, own, text in later if which == EVERYTHING or own == stream]
        return b"".join([f"id: {last_id}\ndata:\n\n".encode(), *wanted])
