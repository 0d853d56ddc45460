"""Run work that may never end in a child process with a time limit."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import warnings
from collections.abc import Callable

from mcptest.model.json import Json

CAN_BE_STOPPED = sys.platform != "win32"


def within(seconds: float, work: Callable[[], Json]) -> Json:
    """What the work gives, or None where it takes longer; for work that no signal interrupts."""
    read, write = os.pipe()
    with warnings.catch_warnings():  # newer Pythons warn of threads: the child takes no lock
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        _work(write, work)
    os.close(write)
    try:
        found = _read(read, time.monotonic() + seconds)
    finally:
        os.close(read)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    value: Json = json.loads(found) if found else None
    return value


def _work(pipe: int, work: Callable[[], Json]) -> None:
    sys.settrace(None)  # a debugger's or coverage's own lock may be held by another thread
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        with os.fdopen(pipe, "wb") as out:
            out.write(json.dumps(work()).encode())
    finally:
        os._exit(0)


def _read(pipe: int, deadline: float) -> bytes:
    """Everything up to the end, or nothing."""
    parts: list[bytes] = []
    while (rest := deadline - time.monotonic()) > 0:
        if not select.select([pipe], [], [], rest)[0]:
            break
        data = os.read(pipe, 65536)
        if not data:
            return b"".join(parts)
        parts.append(data)
    return b""
