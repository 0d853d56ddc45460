"""Read another machine's clock from its HTTP responses."""

from __future__ import annotations

from datetime import UTC
from email.utils import parsedate_to_datetime

from mcptest.wire.http.jwt import rough

_ALIKE = 300.0  # seconds; what most servers allow a token to be early or late


def told_offset(date: str, now: float) -> str:
    """``3 h ahead of`` for a Date header that is far from our clock; empty for any other."""
    try:
        theirs = parsedate_to_datetime(date)
        off = (theirs if theirs.tzinfo else theirs.replace(tzinfo=UTC)).timestamp() - now
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
    if abs(off) <= _ALIKE:
        return ""
    return f"{rough(abs(off))} {'ahead of' if off > 0 else 'behind'}"
