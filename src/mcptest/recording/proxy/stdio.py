"""A stdio server for the client, which passes every byte to the real server and back."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from mcptest.recording.proxy.child import Child, start_child
from mcptest.recording.proxy.relay import OneWay, Relay
from mcptest.recording.proxy.scribe import Scribe
from mcptest.recording.proxy.stdio_frames import EXITED
from mcptest.recording.proxy.tap import Kind
from mcptest.wire.target import StdioTarget

_GLANCE: Final = 0.5  # how often to look whether the client is still there, once its stream ended
_GRACE: Final = 2.0
_UNREAD: Final = 5.0  # how long the last bytes wait for a client that does not read them
_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class StdioProxy:
    """Lives as long as the server does, and ends as it did."""

    def __init__(
        self,
        target: StdioTarget,
        environment: Mapping[str, str],
        streams: tuple[int, int, int] = (0, 1, 2),
    ) -> None:
        self._target = target
        self._environment = environment
        self._streams = streams
        self._parent = os.getppid()
        self._orders = 0

    def run(self, start: Callable[[], Scribe]) -> int:
        """Pass everything on until the server ends; its exit status.

        Raises: TargetStartError.
        """
        child = start_child(self._target, self._environment)
        scribe = start()
        before = {number: signal.signal(number, self._forward(child)) for number in _SIGNALS}
        try:
            return self._pass_on(child, scribe)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _pass_on(self, child: Child, scribe: Scribe) -> int:
        pipes = child.pipes
        stdin, stdout, stderr = self._streams
        incoming = OneWay(stdin, pipes.stdin, Kind.CLIENT)
        outgoing = OneWay(pipes.stdout, stdout, Kind.SERVER)
        errors = OneWay(pipes.stderr, os.dup(stderr), Kind.STDERR)
        relay = Relay((incoming, outgoing, errors), scribe.tap)
        try:
            status = self._watch(child, relay, incoming)
            _drain(relay, outgoing, errors)
            child.finish(kill=False)
            _drain(relay, outgoing, errors)
        finally:
            relay.close()
        scribe.tap.note(EXITED, _ending(status))
        scribe.finish()
        return status

    def _watch(self, child: Child, relay: Relay, incoming: OneWay) -> int:
        """Pass everything on while the server lives; one that outlives its client is ended."""
        if child.news is not None:
            relay.watch(child.news)
        eviction: _Eviction | None = None
        while (status := child.status) is None:
            if relay.step(_GLANCE * 1000) and eviction is None:
                continue
            child.wait(0)
            if eviction is not None:
                eviction.look()
            elif not incoming.open and self._client_is_gone():
                eviction = _Eviction(child)
        return status

    def _client_is_gone(self) -> bool:
        return os.getppid() != self._parent

    def _forward(self, child: Child) -> Callable[[int, object], None]:
        def handle(number: int, _frame: object) -> None:
            """The first is passed on unchanged; a second one means: stop now."""
            self._orders += 1
            child.signal(number if self._orders == 1 else getattr(signal, "SIGKILL", number))

        return handle


class _Eviction:
    """Ends a server whose client is gone: wait, ask, then insist."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._since = time.monotonic()
        self._asked = False

    def look(self) -> None:
        waited = time.monotonic() - self._since
        if waited > 2 * _GRACE:
            self._child.finish(kill=True)
        elif waited > _GRACE and not self._asked:
            self._asked = True
            self._child.signal(signal.SIGTERM)


def _drain(relay: Relay, *ways: OneWay) -> None:
    """Let what was written arrive; a stream that somebody else holds open is not waited for."""
    deadline = time.monotonic() + _UNREAD
    while any(way.open for way in ways) and time.monotonic() < deadline:
        if relay.step(_GLANCE * 1000):
            deadline = time.monotonic() + _UNREAD
        elif not any(way.waiting for way in ways):
            return


def _ending(status: int) -> str:
    if status >= 0:
        return f"the server exited with code {status}"
    with suppress(ValueError):
        return f"the server was killed by {signal.Signals(-status).name}"
    return f"the server was killed by signal {-status}"
