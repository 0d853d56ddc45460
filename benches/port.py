"""A port that is free, and the wait until somebody listens on it."""

import socket
import time

_PATIENCE = 30.0
_POLL = 0.05


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def until_it_listens(port: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(_POLL)
    raise TimeoutError(f"nobody listens on port {port}")
