"""What the name of an argument says about its value, where the schema is silent."""

from __future__ import annotations

import re
from typing import Final

from mcptest.schema.formats import FORMAT_VALUES

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_TEXTS: Final = {
    "path": "example.txt",
    "file": "example.txt",
    "filename": "example.txt",
    "filepath": "example.txt",
    "dir": ".",
    "directory": ".",
    "folder": ".",
    "cwd": ".",
    "repo": ".",
    "repository": ".",
    "url": "https://example.com/",
    "uri": "https://example.com/",
    "link": "https://example.com/",
    "href": "https://example.com/",
    "website": "https://example.com/",
    "endpoint": "https://example.com/",
    "domain": "example.com",
    "host": "example.com",
    "hostname": "example.com",
    "ip": "192.0.2.1",
    "email": "user@example.com",
    "date": "2025-01-15",
    "time": "12:00",
    "datetime": "2025-01-15T12:00:00Z",
    "timestamp": "2025-01-15T12:00:00Z",
    "timezone": "UTC",
    "tz": "UTC",
    "uuid": FORMAT_VALUES["uuid"],
    "guid": FORMAT_VALUES["uuid"],
    "id": "1",
    "sql": "SELECT 1",
    "expression": "1 + 1",
    "pattern": "example",
    "regex": "example",
    "json": "{}",
    "language": "en",
    "lang": "en",
    "locale": "en",
    "country": "US",
    "currency": "USD",
    "city": "Berlin",
    "location": "Berlin",
    "branch": "example-branch",
    "revision": "HEAD",
    "version": "1.0.0",
    "color": "#336699",
    "colour": "#336699",
    "latitude": "52.52",
    "longitude": "13.41",
}
_NUMBERS: Final[dict[str, int]] = {
    "limit": 10,
    "size": 10,
    "max": 10,
    "top": 10,
    "timeout": 10,
    "width": 100,
    "height": 100,
    "offset": 0,
    "skip": 0,
    "cursor": 0,
    "year": 2025,
    "port": 8080,
    "lat": 52,
    "latitude": 52,
    "lon": 13,
    "lng": 13,
    "longitude": 13,
    "seconds": 1,
    "duration": 1,
    "delay": 0,
}
_CAREFUL_FLAGS: Final = frozenset(("dry", "preview", "simulate", "simulation"))


def words_of(name: str) -> list[str]:
    return [word.lower() for word in _WORDS.findall(name)]


def hinted_text(name: str) -> str | None:
    """The last word counts first: ``repo_path`` is a path, ``path_pattern`` a pattern."""
    words = words_of(name)
    if words[:2] == ["repo", "path"]:
        return "."
    return next((_TEXTS[word] for word in reversed(words) if word in _TEXTS), None)


def hinted_number(name: str) -> int | None:
    return next((_NUMBERS[word] for word in reversed(words_of(name)) if word in _NUMBERS), None)


def hinted_flag(name: str) -> bool:
    """False, as the quieter choice, unless true is what keeps a call from doing something."""
    return bool(_CAREFUL_FLAGS & set(words_of(name)))
