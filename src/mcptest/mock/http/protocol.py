"""Uvicorn's HTTP/1.1 protocol with a limit on how long a request may take to begin.

It also records which header names were not in lower case and which values were padded, because
the layers above see lower-case names and stripped values.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from mcptest.mock.http.asgi import PADDED, SHOUTED

_PADDED: Final = re.compile(rb"\r\n([!-9;-~]+):(?:[ \t]{2,}[^\r\n]*|[^\r\n]*[ \t])(?=\r\n)")
Tell = Callable[[Iterable[bytes], Iterable[bytes]], None]


class _Attentive(h11.Connection):
    """A connection that tells the headers of every request as they were written."""

    def __init__(self, most: int, tell: Tell) -> None:
        super().__init__(h11.SERVER, most)
        self._tell = tell
        self._padded: list[bytes] = []

    def receive_data(self, data: bytes) -> None:
        self._padded += _PADDED.findall(data)
        super().receive_data(data)

    def next_event(self) -> Any:  # as h11 has it
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._tell([name for name, _ in event.headers.raw_items()], self._padded)
            self._padded = []
        return event


def bounded_protocol(seconds: float, most: int) -> type[H11Protocol]:
    """A protocol that drops a client whose headers do not arrive in time, or are too many bytes."""

    class BoundedProtocol(H11Protocol):
        _deadline: asyncio.TimerHandle | None = None

        def __init__(self, *given: Any, **named: Any) -> None:  # as uvicorn makes it
            super().__init__(*given, **named)
            self.conn = _Attentive(most, self._note)

        def _note(self, names: Iterable[bytes], padded: Iterable[bytes]) -> None:
            shouted = frozenset(name.lower().decode("latin-1") for name in names if name.isupper())
            loose = frozenset(name.lower().decode("latin-1") for name in padded)
            self.app_state = {SHOUTED: shouted, PADDED: loose}

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._deadline = self.loop.call_later(seconds, transport.close)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not getattr(self.cycle, "response_complete", True):
                self._disarm()
            elif self._deadline is None and not self.transport.is_closing():
                self._deadline = self.loop.call_later(seconds, self.transport.close)

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            super().connection_lost(exc)

        def _disarm(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return BoundedProtocol
