"""One start of a server's process: why, and how long until its first answer."""

from __future__ import annotations

from mcptest.model.record import record


@record
class Start:
    """``ms`` is None where the process never said anything."""

    reason: str
    ms: float | None = None
