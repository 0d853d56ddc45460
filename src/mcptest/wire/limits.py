"""Limits for one server; a finding names the limit that was exceeded."""

from __future__ import annotations

from mcptest.model.record import record

MIB = 1024 * 1024


@record
class Limits:
    """Sizes in bytes, times in seconds."""

    timeout: float = 30.0
    message: int = 16 * MIB
    depth: int = 128
    digits: int = 1_000
    headers: int = 64 * 1024
    pages: int = 200
    items: int = 20_000
    notifications: int = 200
    stderr_head: int = 16 * 1024
    stderr_tail: int = 64 * 1024
    transcript: int = 8 * MIB
    grace: float = 2.0
    reconnects: int = 2
    total_factor: float = 10.0
