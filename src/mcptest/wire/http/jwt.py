"""What a JSON Web Token says of itself, read without its key; any other token says nothing."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from binascii import Error as Base64Error

from mcptest.model.json import JsonObject

_PARTS = 3
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
    """``expired 3 h ago`` for a JWT that is over by our clock; empty for any other."""
    claims = claims_of(token)
    ends = claims.get("exp") if claims else None
    if isinstance(ends, bool) or not isinstance(ends, (int, float)) or ends > now:
        return ""
    return f"expired {rough(now - ends)} ago"


def rough(seconds: float) -> str:
    """A span in the largest unit that fits, as people say it."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"
