"""Requests whose HTTP streams stay open during a rule's later steps."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Final, Self

from mcptest.compliance.observe.connection import RuleConnection
from mcptest.model.json import JsonObject
from mcptest.wire.reply import Reply

LONGEST: Final = 20.0  # seconds that a stream stays open
_FIRST: Final = 1.0  # seconds until the first message has come
_LOOK: Final = 0.02


class OpenStreams:
    """Every stream is closed at the end, which cancels its request."""

    def __init__(self, line: RuleConnection) -> None:
        self._line = line
        self._tasks: list[asyncio.Task[Reply]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def send(
        self, message: JsonObject, headers: Mapping[str, str | None]
    ) -> asyncio.Task[Reply]:
        """Send, and wait until something came, so that later steps find the stream open.

        Returns what ends with the stream.
        """
        sent_id = message.get("id")
        assert isinstance(sent_id, str | int), message
        heard = self._heard()
        exchange = self._line.say(message, wait_for=sent_id, timeout=LONGEST, headers=headers)
        task = asyncio.ensure_future(exchange)
        self._tasks.append(task)
        waited = 0.0
        while not task.done() and self._heard() == heard and waited < _FIRST:
            await asyncio.sleep(_LOOK)
            waited += _LOOK
        return task

    def _heard(self) -> int:
        entries = self._line.transcript.entries
        return sum(entry.direction == "received" for entry in entries)
