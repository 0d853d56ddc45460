"""A selector that polls briefly for the next message before it sleeps."""

from __future__ import annotations

import selectors

from mcptest.recording.proxy.looking import Looking
from mcptest.recording.proxy.processors import Processors
from mcptest.recording.proxy.tap import Kind


class LookingSelector(selectors.DefaultSelector):
    """Is told what passed, since the wait after a request differs from that after a response."""

    def __init__(self) -> None:
        super().__init__()
        self._after = Kind.SERVER
        self._processors = Processors()
        self._looking = Looking(self._plain, self._processors.are_enough)

    def passed(self, kind: Kind) -> None:
        self._after = kind

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:  # the loop has other things to do
            return super().select(timeout)
        return self._looking.wait(self._after, None if timeout is None else timeout * 1000)

    def _plain(self, milliseconds: float | None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(None if milliseconds is None else milliseconds / 1000)

    def close(self) -> None:
        self._processors.close()
        super().close()
