"""Read the claims of a JSON Web Token without its key; other tokens have none."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from binascii import Error as Base64Error

from mcptest.model.json import Json, JsonObject

_PARTS = 3
_LATEST = 10**12
_UNITS = ((86400, "d"), (3600, "h"), (60, "min"))


def claims_of(token: str) -> JsonObject | None:
    """The payload, not verified; None where the token is not a JWT."""
    parts = token.split(".")
    if len(parts) != _PARTS or not all(parts[:2]):
        return None
    try:
        found = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except (ValueError, Base64Error, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def audiences_of(claims: JsonObject) -> list[str]:
    named = claims.get("aud")
    several = named if isinstance(named, list) else [named]
    return [each for each in several if isinstance(each, str)]


def told_age(token: str, now: float) -> str:
    """``expired 3 h ago`` or ``is not valid for another 3 h``, by our clock; else empty."""
    claims = claims_of(token) or {}
    ends, begins = _moment(claims.get("exp")), _moment(claims.get("nbf"))
    if ends is not None and ends <= now:
        return f"expired {rough(now - ends)} ago"
    if begins is not None and begins > now:
        return f"is not valid for another {rough(begins - now)}"
    return ""


def _moment(value: Json) -> float | None:
    """Seconds since 1970; nothing else is a time (RFC 7519)."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < _LATEST else None


def rough(seconds: float) -> str:
    """A span in the largest unit that fits, as people say it."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"
