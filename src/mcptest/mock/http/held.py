"""Event streams that the mock leaves open, and what later requests send on them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.fill import fill
from mcptest.mock.http.render import event
from mcptest.mock.meaning.condition import condition_holds
from mcptest.mock.meaning.scene import HttpSide, Scene
from mcptest.model.json import MISSING, Json


class HeldStream:
    """One stream: the request that opened it, and what waits to be sent; None ends it."""

    def __init__(self, incoming: IncomingMessage, method: str) -> None:
        self.incoming = incoming
        self.method = method
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()

    def scene(self) -> Scene:
        """Of a GET, which has no message, only the method can be asked."""
        is_get = self.incoming.message is MISSING
        return Scene(self.incoming, http=HttpSide(self.method, {}, 200) if is_get else None)


class HeldStreams:
    """All that are open now."""

    def __init__(self) -> None:
        self._open: list[HeldStream] = []

    @contextmanager
    def hold(self, incoming: IncomingMessage, method: str) -> Iterator[HeldStream]:
        stream = HeldStream(incoming, method)
        self._open.append(stream)
        try:
            yield stream
        finally:
            self._open.remove(stream)

    def tell(self, told: Iterable[Json]) -> None:
        """Put every message on the streams that its condition is true for; ``end`` ends them."""
        for item in told:
            assert isinstance(item, dict)
            when = item.get("when", {})
            assert isinstance(when, dict)
            for stream in self._open:
                message = stream.incoming.message
                is_meant = message is not MISSING or "http" in when
                if is_meant and condition_holds(when, stream.scene()):
                    if "message" in item:
                        listened = {} if message is MISSING else {"listened": message}
                        stream.waiting.put_nowait(event(fill(item["message"], listened)))
                    if item.get("end") is True:
                        stream.waiting.put_nowait(None)
