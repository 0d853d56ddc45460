"""Guess a value from an argument's name if the schema does not restrict it."""

from __future__ import annotations

import re
from typing import Final

from mcptest.model.json import JsonObject
from mcptest.schema.formats import FORMAT_VALUES

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

_FILE: Final = "example.txt"
_FILES: Final = frozenset(("path", "file", "filename", "filepath"))
_FOLDERS: Final = frozenset(
    (
        *("dir", "directory", "folder", "cwd", "repo", "repository"),
        *("workdir", "basedir", "rootdir", "outdir", "dirpath", "folderpath", "repopath"),
    )
)
_FOLDER_BEFORE_PATH: Final = _FOLDERS | {"root", "project", "workspace", "working", "base"}
_SAYS_FOLDER = re.compile(r"(?i)\b(?:director(?:y|ies)|folders?|(?:git|local) repository)\b")
_SAYS_FILE = re.compile(
    r"(?i)\b(?:(?:file|full|absolute|relative|local) ?paths?|paths? (?:to|of|for)|file ?names?)\b"
)
_TEXTS: Final = {
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
    """The last word counts first: ``file_path`` is a path, ``path_pattern`` a pattern."""
    for number, word in reversed(list(enumerate(words := words_of(name)))):
        if word in _FOLDERS or (word == "path" and words[number - 1] in _FOLDER_BEFORE_PATH):
            return "."
        if word in _FILES:
            return _FILE
        if word in _TEXTS:
            return _TEXTS[word]
    return None


def place_in(folder: str, name: str, schema: JsonObject) -> str | None:
    """The folder, or a file in it, where the name or the description asks for a place on disk."""
    hint = "." if is_folder(name) else hinted_text(name)
    said = schema.get("description")
    if hint is None and isinstance(said, str):
        hint = "." if _SAYS_FOLDER.search(said) else _FILE if _SAYS_FILE.search(said) else None
    if hint == ".":
        return folder
    return f"{folder}/{_FILE}" if hint == _FILE else None


def is_folder(name: str) -> bool:
    """Whether the name asks for a folder: what a call without it works on is another one."""
    return hinted_text(name) == "." or words_of(name)[-1:] in (["root"], ["workspace"])


def hinted_number(name: str) -> int | None:
    return next((_NUMBERS[word] for word in reversed(words_of(name)) if word in _NUMBERS), None)


def hinted_flag(name: str) -> bool:
    """False, as the quieter choice, unless true is what keeps a call from doing something."""
    return bool(_CAREFUL_FLAGS & set(words_of(name)))
