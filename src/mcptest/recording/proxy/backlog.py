"""Bytes that were forwarded and are not recorded yet."""

from __future__ import annotations

import os
import select
from contextlib import suppress
from typing import Final

from mcptest.recording.proxy.ring import Ring

_PORTION: Final = 256 * 1024
_GLANCE: Final = 1000  # milliseconds after which a bell that was missed does not matter


class Backlog:
    """The other end of a tap; ``bell`` is a pipe, rung for a sleeper and closed at the end."""

    def __init__(self, ring: Ring, bell: int) -> None:
        self._ring = ring
        self._bell = bell
        self._over = False
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(bell, select.POLLIN)

    @property
    def waits(self) -> bool:
        """Whether there is more to take at once."""
        return self._ring.filled > 0

    def take(self) -> bytes:
        """The next portion, waited for; nothing once all is taken and no more can come."""
        while not (data := self._ring.take(_PORTION)) and not self._over:
            self._ring.asleep = True
            if not self._ring.filled:
                self._sleep()
            self._ring.asleep = False
        return data

    def _sleep(self) -> None:
        if self._poll is None or self._poll.poll(_GLANCE):
            rung = b""
            with suppress(OSError):
                rung = os.read(self._bell, 4096)
            self._over = not rung

    def close(self) -> None:
        os.close(self._bell)
