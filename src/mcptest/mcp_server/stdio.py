"""Serve over stdin and stdout: calls in threads, everything else at once.

So a ping is answered while a suite runs, a cancelled call is never answered, and when the input
ends every call is cancelled and waited for.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import BinaryIO, Final

from mcptest.mock.caller import PendingCall
from mcptest.mock.envelope import IncomingMessage, MessageKind
from mcptest.mock.features import CALL
from mcptest.mock.rpc import RpcError, error_message
from mcptest.mock.server import MockServer
from mcptest.mock.stateless import meta_of
from mcptest.mock.stdio import read_lines
from mcptest.model.json import MISSING, MaybeJson
from mcptest.wire.codec import encode

AT_ONCE: Final = 4
MOST_WAITING: Final = 64
_BUSY: Final = -32000


class AgentLoop:
    """One process worth of conversation."""

    def __init__(self, server: MockServer, source: BinaryIO, sink: BinaryIO) -> None:
        self._connection = server.connect()
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._callers: list[tuple[str, PendingCall]] = []  # an id may come twice, a batch has none
        self._guard = threading.Lock()

    def run(self) -> None:
        """Serve until the input ends, the reader is gone, or an exception (a signal) comes."""
        with self._workers() as workers, suppress(BrokenPipeError):
            for incoming in read_lines(self._source):
                self._take(incoming, workers)

    @contextmanager
    def _workers(self) -> Iterator[ThreadPoolExecutor]:
        """Threads for calls; on the way out each call is told that nobody waits."""
        workers = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="call")
        try:
            yield workers
        finally:
            with self._guard:
                for _, caller in self._callers:
                    caller.gone.set()
            workers.shutdown(wait=True, cancel_futures=True)

    def _take(self, incoming: IncomingMessage, workers: ThreadPoolExecutor) -> None:
        if (
            incoming.kind is MessageKind.NOTIFICATION
            and incoming.method == "notifications/cancelled"
        ):
            self._cancel(incoming.params.get("requestId", MISSING))
        elif not _is_slow(incoming):
            self._say(self._connection.reply(incoming))
        elif (caller := self._admit(incoming)) is not None:
            workers.submit(self._answer, incoming, caller)
        else:
            busy = RpcError(_BUSY, f"too many calls are waiting ({MOST_WAITING}); try again later")
            self._say(error_message(incoming.id, busy.as_json()))

    def _admit(self, incoming: IncomingMessage) -> PendingCall | None:
        """Who waits for this call; None where too many do already."""
        token = meta_of(incoming.params).get("progressToken", MISSING)
        caller = PendingCall(self._say, token)
        with self._guard:
            if len(self._callers) >= MOST_WAITING:
                return None
            self._callers.append((_key(incoming.id), caller))
        return caller

    def _answer(self, incoming: IncomingMessage, caller: PendingCall) -> None:
        try:
            reply = self._connection.reply(incoming, caller)
            if not caller.gone.is_set():
                self._say(reply)
        finally:
            with self._guard:
                self._callers = [held for held in self._callers if held[1] is not caller]

    def _cancel(self, request_id: MaybeJson) -> None:
        with self._guard:
            for key, caller in self._callers:
                if key and key == _key(request_id):
                    caller.gone.set()

    def _say(self, message: MaybeJson) -> None:
        if message is MISSING:
            return
        with self._writing:
            self._sink.write(encode(message) + b"\n")
            self._sink.flush()


def _is_slow(incoming: IncomingMessage) -> bool:
    return incoming.kind is MessageKind.BATCH or (
        incoming.kind is MessageKind.REQUEST
        and incoming.method == CALL
        and incoming.refusal is None
    )


def _key(request_id: MaybeJson) -> str:
    """An id by type and value: 1, "1" and true are three."""
    return "" if request_id is MISSING else json.dumps(request_id)
