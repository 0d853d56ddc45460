"""One start of a server process: its reason, and the time to its first message."""

from __future__ import annotations

from mcptest.model.record import record


@record
class Start:
    """``ms`` is None where the process never said anything."""

    reason: str
    ms: float | None = None
