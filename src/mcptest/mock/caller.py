"""The caller of a request: receives its progress, and may cancel it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from mcptest.model.json import MISSING, JsonObject, MaybeJson

Tell = Callable[[JsonObject], None]


def _hush(message: JsonObject) -> None:
    """Nobody listens."""


class PendingCall:
    """One request in flight; ``gone`` is set when its answer is no longer wanted."""

    def __init__(self, tell: Tell = _hush, token: MaybeJson = MISSING) -> None:
        self.gone = Event()
        self._tell = tell
        self._token = token
        self._last = -1.0

    def progressed(self, done: float, total: float, words: str) -> None:
        """Tell how far it is; only forward, and only to a caller who asked for it."""
        if self._token is MISSING or done <= self._last or self.gone.is_set():
            return
        self._last = done
        params: JsonObject = {"progressToken": self._token, "progress": done, "total": total}
        self._tell(
            {
                "jsonrpc": "2.0",
                "method": "notifications/progress",
                "params": {**params, "message": words},
            }
        )
