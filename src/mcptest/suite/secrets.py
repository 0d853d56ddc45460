"""What a server's settings hold that must never be shown."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote, urlsplit

SHORTEST: Final = 6  # masking less than this would hide half of every report
_SCHEME = re.compile(r"(?:Bearer|Basic|Token)\s+(?P<value>\S.*)", re.IGNORECASE)


def bare_secret(value: str) -> str:
    """The secret itself, without the word that says how it is used."""
    found = _SCHEME.fullmatch(value.strip())
    return found["value"].strip() if found else value


def password_of(url: str) -> str | None:
    """The password inside an address."""
    try:
        password = urlsplit(url).password
    except ValueError:
        return None
    return unquote(password) if password else None
