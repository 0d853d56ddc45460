"""One request of the page and its result."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

_LATEST: Final = 1e11  # seconds since 1970, and milliseconds of one call
ENDED: Final = ("ok", "tool-error", "error", "failed", "cancelled")


@record(frozen=False)
class PageCall:
    """``answer`` is dropped when too much is kept; ``earlier``: an earlier start made the call."""

    number: int
    server: str
    method: str
    params: JsonObject
    started: float
    status: str = "running"  # running, or one of ENDED
    answer: JsonObject | None = None
    took_ms: float | None = None
    size: int = 0
    id: int | None = None
    earlier: bool = field(default=False)
    task: JsonObject | None = None  # how far it is, where the server runs it as a task

    @property
    def subject(self) -> str | None:
        """The tool, prompt or resource."""
        found = self.params.get("name", self.params.get("uri"))
        return found if isinstance(found, str) else None

    @property
    def summary(self) -> JsonObject:
        return {
            "number": self.number,
            "server": self.server,
            "method": self.method,
            "subject": self.subject,
            "started": round(self.started * 1000),
            "status": self.status,
            "took_ms": self.took_ms,
            "size": self.size,
            "id": self.id,
            "earlier": self.earlier,
            "task": self.task,
        }


def stored_call(call: PageCall, params: Json, most: int) -> JsonObject:
    """A call that ended as it is written down; a large answer is left out."""
    return {
        "server": call.server,
        "method": call.method,
        "params": params,
        "started": call.started,
        "status": call.status,
        "answer": call.answer if call.size <= most else None,
        "took_ms": call.took_ms,
    }


def read_call(stored: Json, number: int, size: int) -> PageCall | None:
    """The reverse; None for anything that is not a stored call."""
    if not isinstance(stored, dict):
        return None
    server, method, status = (stored.get(name) for name in ("server", "method", "status"))
    params, answer = stored.get("params"), stored.get("answer")
    started, took = _number(stored.get("started")), _number(stored.get("took_ms"))
    named = isinstance(server, str) and isinstance(method, str) and status in ENDED
    if not named or started is None or not isinstance(params, dict):
        return None
    kept = answer if isinstance(answer, dict) else None
    return PageCall(
        number,
        str(server),
        str(method),
        params,
        started,
        str(status),
        kept,
        took,
        size if kept else 0,
        earlier=True,
    )


def _number(value: Json) -> float | None:
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return float(str(value)) if known and 0 <= float(str(value)) < _LATEST else None
