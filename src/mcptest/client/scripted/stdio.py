"""The scripted client's stdio transport."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from mcptest.client.scripted.faults import Faults, Message


class StdioTransport:
    """Starts the server and reads its lines in a thread."""

    def __init__(
        self, command: Sequence[str], receive: Callable[[Message], None], faults: Faults
    ) -> None:
        self._faults = faults
        self._receive = receive
        self._lock = threading.Lock()
        stderr = subprocess.PIPE if faults.behaves("fear-stderr") else subprocess.DEVNULL
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._noise = threading.Event()
        if self._process.stderr is not None:
            threading.Thread(target=self._watch, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._receive(json.loads(line))

    def _watch(self) -> None:
        assert self._process.stderr is not None
        if self._process.stderr.readline():
            self._noise.set()

    def send(self, message: Any, method: str) -> None:
        """One message, or bytes as they are."""
        del method
        raw = message if isinstance(message, bytes) else json.dumps(message).encode()
        assert self._process.stdin is not None
        with self._lock:
            try:
                self._process.stdin.write(raw + b"\n")
                self._process.stdin.flush()
            except OSError:
                return

    def cancel(self, request_id: Any) -> None:
        """Nothing is held open for one request."""

    def check(self) -> None:
        """Fail as a client does that takes stderr for trouble."""
        if self._faults.behaves("fear-stderr") and self._process.stderr is not None:
            self._noise.wait(0.05)
            if self._noise.is_set():
                raise OSError("the server wrote to stderr")

    def close(self) -> None:
        """Close stdin, wait, then signal."""
        assert self._process.stdin is not None
        if self._faults.behaves("kill-server"):
            self._process.terminate()
            self._process.wait(2)
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait(2)
        self._reader.join(1)
        assert self._process.stdout is not None
        self._process.stdout.close()
        if self._process.stderr is not None:
            self._process.stderr.close()
